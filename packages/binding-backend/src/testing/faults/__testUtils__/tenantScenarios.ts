/** Crashes in the life of an app cluster on the control plane. */
import {
  annotations,
  bindResources,
  binderClusterRoleName,
  getCondition,
  names,
} from '@klutch/bind-api';
import { core, isNotFound } from '@klutch/kube';
import equal from 'fast-deep-equal';
import {
  backendConditions as conditions,
  backendNames,
  tokenAnnotations,
} from '../../../backendNames';
import { BindingError } from '../../../bindingError';
import { offboard } from '../../../offboarding/offboard';
import { tenantRules } from '../../../roles/tenantRole';
import { age } from '../../__testUtils__/age';
import { eventually } from '../../__testUtils__/controlPlane';
import { exportName } from '../../__testUtils__/tenant';
import { databasesExport, secretsClaim } from '../../samples';
import { identityOf, namespaceOf, type CrashWorld } from './CrashWorld';
import type { Scenario } from './crashAtEach';

const team = 'team-a';

const isProvisioned = async (on: CrashWorld, name: string) => {
  const namespace = namespaceOf(name);
  const { items } = await on.admin.list(core.namespaces);
  const own = items.filter(
    ({ metadata }) =>
      metadata.annotations?.[annotations.identity] === `${name}#apps`,
  );
  return (
    own.length === 1 &&
    (await on.isTrue(
      namespace,
      conditions.tokenIssued,
      conditions.rightsGranted,
    )) &&
    on.accepts(await on.kubeconfig(namespace), namespace)
  );
};

const provision = async (on: CrashWorld, name: string) => {
  await on.backend.provision(identityOf(name));
  await eventually(`${name} is provisioned`, () => isProvisioned(on, name));
};

const exportOf = (on: CrashWorld, name: string) =>
  on.admin.get(bindResources.exports, {
    namespace: namespaceOf(name),
    name: exportName,
  });

const hasExport = async (on: CrashWorld, name: string) => {
  const namespace = namespaceOf(name);
  const found = await exportOf(on, name);
  const inSync = getCondition(found?.status?.conditions, 'ProviderInSync');
  const role = await on.admin.get(core.clusterRoles, {
    name: binderClusterRoleName(namespace),
  });
  const wanted = tenantRules([databasesExport(namespace, [secretsClaim])]);
  const { items } = await on.admin.list(bindResources.requests, { namespace });
  return (
    inSync?.status === 'True' &&
    equal(role?.rules, wanted) &&
    items.every(({ status }) => status?.phase === 'Succeeded')
  );
};

const bind = async (on: CrashWorld, name: string) => {
  await provision(on, name);
  await on.plane.request(namespaceOf(name));
  await eventually(`${name} has its export`, () => hasExport(on, name));
};

const serviceNamespaceOf = (on: CrashWorld, name: string) =>
  on.admin.get(bindResources.serviceNamespaces, {
    namespace: namespaceOf(name),
    name: team,
  });

const claimNamespace = (on: CrashWorld, name: string) =>
  on.admin.create(bindResources.serviceNamespaces, {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: { name: team, namespace: namespaceOf(name) },
    spec: {},
  });

const hasServiceNamespace = async (on: CrashWorld, name: string) => {
  const target = `${namespaceOf(name)}-${team}`;
  const found = await serviceNamespaceOf(on, name);
  const key = { namespace: target, name: names.binder };
  return (
    found?.status?.namespace === target &&
    found.metadata.finalizers?.length === 1 &&
    (await on.admin.get(core.roleBindings, key)) !== undefined
  );
};

const share = async (on: CrashWorld, name: string) => {
  await bind(on, name);
  await claimNamespace(on, name);
  await eventually(`${name} has its service namespace`, () =>
    hasServiceNamespace(on, name),
  );
};

const kubeconfigKey = (name: string) => ({
  namespace: namespaceOf(name),
  name: names.kubeconfigSecret,
});

/** Kubeconfigs of cases, as they were before the act. */
const before = new Map<string, string>();

const remember = async (on: CrashWorld, name: string) => {
  before.set(name, await on.kubeconfig(namespaceOf(name)));
};

const hasNewToken = async (on: CrashWorld, name: string) => {
  const namespace = namespaceOf(name);
  const now = await on.kubeconfig(namespace);
  return now !== before.get(name) && on.accepts(now, namespace);
};

const oldTokenIsGood = (on: CrashWorld, name: string) =>
  on.accepts(before.get(name) ?? '', namespaceOf(name));

const [secretA, secretB] = backendNames.tokenSecrets;
const day = 86_400;

const forget = async (on: CrashWorld, name: string) => {
  before.delete(name);
  await on.admin.delete(core.namespaces, { name: namespaceOf(name) });
};

/** By what happens. */
export const tenantScenarios = {
  provision: {
    writes: [
      'create namespaces',
      'create serviceaccounts',
      'create rolebindings',
      `create secrets/${secretA}`,
      'create tokens',
      `create secrets/${names.kubeconfigSecret}`,
      'create clusterbindings',
      'apply clusterroles',
      'patch clusterbindings/status',
    ],
    act: (on, name) => on.backend.provision(identityOf(name)),
    isRepeated: true,
    done: isProvisioned,
    restore: forget,
  },
  request: {
    writes: [
      'create apiserviceexports',
      'patch apiserviceexports/status',
      'patch apiserviceexportrequests/status',
      'apply clusterroles',
    ],
    prepare: provision,
    act: (on, name) => on.plane.request(namespaceOf(name)),
    done: hasExport,
    restore: forget,
  },
  namespace: {
    writes: [
      'patch apiservicenamespaces',
      'create namespaces',
      'create rolebindings',
      'patch apiservicenamespaces/status',
    ],
    prepare: bind,
    act: claimNamespace,
    done: hasServiceNamespace,
    restore: forget,
  },
  'namespace-goes': {
    writes: ['delete namespaces', 'patch apiservicenamespaces'],
    prepare: share,
    act: (on, name) =>
      on.admin.delete(bindResources.serviceNamespaces, {
        namespace: namespaceOf(name),
        name: team,
      }),
    done: async (on, name) =>
      !(await serviceNamespaceOf(on, name)) &&
      !(await on.admin.get(core.namespaces, {
        name: `${namespaceOf(name)}-${team}`,
      })),
    restore: forget,
  },
  renewal: {
    writes: [
      `create secrets/${secretB}`,
      'create tokens',
      `patch secrets/${names.kubeconfigSecret}`,
    ],
    prepare: async (on, name) => {
      await provision(on, name);
      await remember(on, name);
    },
    act: (on, name) => age(on.admin, namespaceOf(name), 0.6 * day),
    done: async (on, name) =>
      (await hasNewToken(on, name)) && oldTokenIsGood(on, name),
    restore: forget,
  },
  'end-of-the-old': {
    writes: [
      `delete secrets/${secretA}`,
      `patch secrets/${names.kubeconfigSecret}`,
    ],
    prepare: async (on, name) => {
      await provision(on, name);
      await remember(on, name);
      await age(on.admin, namespaceOf(name), 0.6 * day);
      await eventually('the new token', () => hasNewToken(on, name));
    },
    act: (on, name) => age(on.admin, namespaceOf(name), 0.45 * day),
    done: async (on, name) => {
      const secret = await on.admin.get(core.secrets, kubeconfigKey(name));
      const { previousSecret } = tokenAnnotations;
      return (
        secret?.metadata.annotations?.[previousSecret] === undefined &&
        (await hasNewToken(on, name)) &&
        !(await oldTokenIsGood(on, name))
      );
    },
    restore: forget,
  },
  revocation: {
    writes: [
      `patch secrets/${names.kubeconfigSecret}`,
      `delete secrets/${secretA}`,
    ],
    prepare: async (on, name) => {
      await provision(on, name);
      await remember(on, name);
    },
    act: (on, name) =>
      on.admin.delete(core.secrets, {
        namespace: namespaceOf(name),
        name: secretA,
      }),
    done: async (on, name) => {
      const { metadata, data } =
        (await on.admin.get(core.secrets, kubeconfigKey(name))) ?? {};
      return (
        metadata?.annotations?.[tokenAnnotations.revokedAt] !== undefined &&
        data === undefined &&
        !(await oldTokenIsGood(on, name))
      );
    },
    restore: forget,
  },
  offboarding: {
    writes: [
      `patch secrets/${names.kubeconfigSecret}`,
      `delete secrets/${secretA}`,
      'delete apiserviceexports',
      'delete namespaces',
      'delete apiservicenamespaces',
    ],
    prepare: share,
    act: async (on, name) => {
      const confirm = namespaceOf(name);
      try {
        await offboard(on.client, confirm, { confirm });
      } catch (error) {
        const isGone =
          isNotFound(error) ||
          (error instanceof BindingError && error.reason === 'InvalidInput');
        if (!isGone) throw error;
      }
    },
    isRepeated: true,
    done: async (on, name) => {
      const { items } = await on.admin.list(core.namespaces);
      return items.every(
        ({ metadata }) => !metadata.name?.startsWith(namespaceOf(name)),
      );
    },
  },
} satisfies Record<string, Scenario>;
