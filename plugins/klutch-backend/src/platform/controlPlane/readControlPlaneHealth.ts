/** Reads what is installed and what is wrong on the control plane, impersonating the operator. */
import {
  CONTROL_PLANE_NAME,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  inspectControlPlane,
  type Problem,
} from '@klutch/control-plane-health';
import {
  defineResource,
  isForbidden,
  type KubeClient,
  type Unstructured,
} from '@klutch/kube';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import { components, type CrossplaneDeployment } from './componentHealth';
import { problemView } from './problemExplanation';

/** The clusters that {@link readControlPlaneHealth} reads. */
export interface HealthClusters {
  controlPlane: ControlPlane;
  appClusters: AppClusters;
}

/** What {@link readControlPlaneHealth} depends on. */
export interface HealthOptions extends HealthClusters {
  /** Whether the person may see an app cluster, by its id. */
  isVisible: (cluster: string) => boolean;
}

type ClaimKey = Schemas['ControlPlaneProblem']['claim'];

const deployments = defineResource({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

const versionLabel = 'app.kubernetes.io/version';

function readDeployment({
  metadata,
  spec,
  status,
}: Unstructured): CrossplaneDeployment {
  const count = (value: unknown, otherwise: number) =>
    typeof value === 'number' ? value : otherwise;
  const version = metadata.labels?.[versionLabel];
  return {
    ...(version && { version: `v${version.replace(/^v/, '')}` }),
    replicas: count(spec?.replicas, 1),
    ready: count(status?.readyReplicas, 0),
  };
}

/** The Deployment of Crossplane's Helm chart; undefined when there is none or it may not be listed. */
async function findDeployment(
  client: KubeClient,
): Promise<CrossplaneDeployment | undefined> {
  try {
    const { items } = await client.list(deployments, {
      labelSelector: 'app=crossplane',
    });
    return items.map(readDeployment)[0];
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

/** The claim of a problem; undefined for objects of other types, and for copies that belong to no app cluster. */
function claimOf(
  { appClusters, controlPlane, isVisible }: HealthOptions,
  { object, since }: Problem,
): ClaimKey {
  const { apiVersion, kind, name, namespace } = object;
  if (!since || !namespace) return undefined;
  const { crds, serviceNamespaces } = controlPlane.caches;
  const [owner] = serviceNamespaces.byIndex('serviceNamespace', namespace);
  const appCluster =
    owner && appClusters.findByClusterNamespace(owner.metadata.namespace ?? '');
  const crd = crds
    .list()
    .find(
      ({ spec }) =>
        spec.names.kind === kind && apiVersion.startsWith(`${spec.group}/`),
    );
  return appCluster && crd && isVisible(appCluster.record.id)
    ? {
        cluster: appCluster.record.id,
        namespace: owner.metadata.name ?? '',
        resource: crd.metadata.name ?? '',
        name,
      }
    : undefined;
}

/**
 * What is installed on the control plane and what is wrong; what the operator may not read is a warning among the
 * problems.
 *
 * @throws NotAllowedError when the operator may not even read CRDs
 */
export function readControlPlaneHealth(
  options: HealthOptions,
  { kubernetes }: Person,
): Promise<Schemas['ControlPlaneHealth']> {
  return mapKubeErrors(
    {
      action: 'check the control plane',
      object: 'The health of the control plane',
      cluster: CONTROL_PLANE_NAME,
      user: kubernetes.user,
    },
    async () => {
      const client = options.controlPlane.client.as(kubernetes);
      const [inspection, deployment] = await Promise.all([
        inspectControlPlane(client),
        findDeployment(client),
      ]);
      const { crossplane, installed, problems, stuckClaims } = inspection;
      return {
        crossplane,
        stuckClaims,
        components: components(crossplane, deployment, installed, problems),
        problems: problems.map(problem =>
          problemView(problem, claimOf(options, problem)),
        ),
      };
    },
  );
}
