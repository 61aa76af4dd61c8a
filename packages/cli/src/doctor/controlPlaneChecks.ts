/** Checks of bound control planes with the credentials of the konnector, and of a control plane by its operator. */
import {
  bindResources,
  controlPlaneCrds,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { checkControlPlane } from '@klutch/control-plane-health';
import { tokenExpiryOf } from '@klutch/konnector';
import {
  core,
  loadKubeConfig,
  reviewActions,
  type KubeClient,
} from '@klutch/kube';
import {
  connectTenant,
  type ControlPlaneTenant,
} from '../binding/ControlPlaneTenant';
import { readKubeconfig } from '../binding/readKubeconfig';
import { version } from '../version';
import { backendRightsCheck } from './backendRightsCheck';
import { certificateCheck } from './certificateCheck';
import { expectedCrds } from './checks/crds';
import { crossplane } from './checks/crossplane';
import { heartbeat, konnectorVersion } from './checks/heartbeat';
import {
  clusterNamespaceActions,
  rights,
  serviceNamespaceActions,
} from './checks/rights';
import { token } from './checks/token';
import { errorFinding } from './errorFinding';
import { externalAddressChecks, serverOf } from './externalAddress';
import { failed, type Finding } from './Finding';
import { policyCheck } from './policyCheck';
import type { Check } from './runChecks';
import { serverChecks } from './serverChecks';

async function tenantFindings(
  subject: string,
  { client, namespace }: ControlPlaneTenant,
  signal: AbortSignal,
): Promise<Finding[]> {
  const binding = await client.get(
    bindResources.clusterBindings,
    { namespace, name: names.clusterBinding },
    { signal },
  );
  return binding
    ? [
        heartbeat(subject, binding, new Date()),
        konnectorVersion(subject, binding.status?.konnectorVersion, version),
      ]
    : [
        failed(
          'Heartbeats',
          `${subject}: there is no ClusterBinding in ${namespace}`,
          'Run "kubectl klutch bind <url>" again.',
        ),
      ];
}

async function tenantRights(
  subject: string,
  { client, namespace }: ControlPlaneTenant,
  bindings: readonly APIServiceBinding[],
  signal: AbortSignal,
): Promise<Finding[]> {
  const { items } = await client.list(bindResources.serviceNamespaces, {
    namespace,
    signal,
  });
  const serviceNamespace = items.find(({ status }) => status?.namespace)?.status
    ?.namespace;
  const actions = [
    ...clusterNamespaceActions(namespace),
    ...(serviceNamespace
      ? bindings.flatMap(one => serviceNamespaceActions(one, serviceNamespace))
      : []),
  ];
  const answers = await reviewActions(actions, action =>
    client.canI(action, { signal }),
  );
  return [
    rights(
      `rights of the konnector on the ${subject}`,
      answers,
      "Ask the provider: its binding backend grants them. See the backend's log.",
    ),
  ];
}

/** The checks of a control plane with a kubeconfig, and how its connection is closed. */
export interface ControlPlaneChecks {
  checks: Check[];
  close(): Promise<void>;
}

/**
 * Checks of a control plane with the kubeconfig in a Secret of the app cluster.
 *
 * @throws Error when the kubeconfig asks for more than credentials and an address
 */
function tenantChecks(
  subject: string,
  kubeconfig: string,
  bindings: readonly APIServiceBinding[],
): ControlPlaneChecks {
  const tenant = connectTenant(kubeconfig);
  const expiry = tokenExpiryOf(loadKubeConfig(kubeconfig));
  const server = serverOf(kubeconfig);
  return {
    checks: [
      ...serverChecks(subject, tenant.client),
      ...(server ? [certificateCheck(server)] : []),
      {
        name: 'Tokens',
        subject,
        run: async () => [token(subject, expiry, new Date())],
      },
      {
        name: 'Heartbeats',
        subject,
        run: signal => tenantFindings(subject, tenant, signal),
      },
      {
        name: 'Rights',
        subject: `rights of the konnector on the ${subject}`,
        run: signal => tenantRights(subject, tenant, bindings, signal),
      },
    ],
    close: () => tenant.client.close(),
  };
}

/** Checks of each control plane to which bindings lead. */
export async function boundControlPlaneChecks(
  appCluster: KubeClient,
  bindings: readonly APIServiceBinding[],
  signal: AbortSignal,
): Promise<ControlPlaneChecks> {
  const secretOf = ({ spec }: APIServiceBinding) =>
    spec?.kubeconfigSecretRef.name;
  const secrets = [...new Set(bindings.map(secretOf))].filter(
    (name): name is string => name !== undefined,
  );
  const planes = await Promise.all(
    secrets.map(async (name): Promise<ControlPlaneChecks> => {
      const bound = bindings.filter(binding => secretOf(binding) === name);
      const subject = `control plane of Secret ${name}`;
      try {
        const kubeconfig = await readKubeconfig(
          appCluster,
          { namespace: names.appClusterNamespace, name },
          'Run "kubectl klutch bind <url>" again.',
          signal,
        );
        return tenantChecks(subject, kubeconfig, bound);
      } catch (error) {
        const run = async () => [errorFinding('Reachability', subject, error)];
        return {
          checks: [{ name: 'Reachability', subject, run }],
          close: async () => undefined,
        };
      }
    }),
  );
  return {
    checks: planes.flatMap(({ checks }) => checks),
    close: async () => {
      await Promise.all(planes.map(({ close }) => close()));
    },
  };
}

/** Checks of a control plane by its operator. */
export const operatorChecks = (client: KubeClient): Check[] => [
  backendRightsCheck(client),
  policyCheck(client),
  ...externalAddressChecks(client),
  {
    name: 'CRDs',
    subject: 'control plane',
    run: async signal => {
      const { items } = await client.list(core.customResourceDefinitions, {
        signal,
      });
      const expected = controlPlaneCrds.map(({ metadata, spec }) => ({
        name: metadata.name ?? '',
        versions: spec.versions.map(({ name }) => name),
        remedy:
          'Apply what "kubectl klutch backend roles" prints, as an administrator.',
      }));
      return expectedCrds('control plane', expected, items);
    },
  },
  {
    name: 'Heartbeats',
    subject: 'control plane',
    run: async signal => {
      const { items } = await client.list(bindResources.clusterBindings, {
        signal,
      });
      return items.map(binding =>
        heartbeat(
          `app cluster of ${binding.metadata.namespace}`,
          binding,
          new Date(),
        ),
      );
    },
  },
  {
    name: 'Crossplane',
    subject: 'control plane',
    run: async () => crossplane(await checkControlPlane(client)),
  },
];
