/** The Deployment of the konnector, and the kept one of the reference. */
import { names } from '@klutch/bind-api';
import {
  core,
  defineResource,
  type KubeClient,
  type KubeObject,
} from '@klutch/kube';

/** A Deployment with the fields that commands read. */
export type Deployment = KubeObject & {
  spec?: {
    replicas?: number;
    selector?: { matchLabels?: Record<string, string> };
    template?: {
      metadata?: { labels?: Record<string, string> };
      spec?: { containers?: { args?: string[]; image?: string }[] };
    };
  };
};

/** Deployments, in their stable version. */
export const deployments = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
});

const pods = defineResource<KubeObject>({
  group: '',
  version: 'v1',
  plural: 'pods',
  kind: 'Pod',
  namespaced: true,
});

const { appClusterNamespace: namespace } = names;

/** Both konnectors have a Deployment of this name, so only one can exist. */
export const konnectorKey = { namespace, name: names.konnector };

/** The reference's Deployment, without replicas, while ours runs. */
export const keptKey = { namespace, name: 'konnector-reference' };

/** On the kept Deployment: replicas of the original. */
const replicasAnnotation = 'klutch.anynines.com/replicas';

/** The flag exists only in our konnector, and all our manifests set it. */
const ownFlag = '--health-address';

/** The konnector that a Deployment runs. */
export type KonnectorKind = 'klutch' | 'reference';

/** The konnector of a Deployment, by its arguments. */
export const konnectorKind = ({ spec }: Deployment): KonnectorKind =>
  (spec?.template?.spec?.containers ?? []).some(({ args = [] }) =>
    args.some(arg => arg.startsWith(ownFlag)),
  )
    ? 'klutch'
    : 'reference';

const base = { apiVersion: 'apps/v1', kind: 'Deployment' } as const;

/** A Deployment with the reference's template and no replicas. */
export const keptDeployment = (original: Deployment): Deployment => ({
  ...base,
  metadata: {
    ...keptKey,
    labels: original.metadata.labels,
    annotations: {
      ...original.metadata.annotations,
      [replicasAnnotation]: `${original.spec?.replicas ?? 1}`,
    },
  },
  spec: { ...original.spec, replicas: 0 },
});

/** The reference's Deployment from the kept one. */
export function restoredDeployment({ metadata, spec }: Deployment): Deployment {
  const { [replicasAnnotation]: replicas = '2', ...annotations } =
    metadata.annotations ?? {};
  return {
    ...base,
    metadata: { ...konnectorKey, labels: metadata.labels, annotations },
    spec: { ...spec, replicas: Number(replicas) },
  };
}

/** Namespaces of the Lease: without POD_NAMESPACE the reference's konnector uses the second. */
const leaseNamespaces = [namespace, 'kube-system'];

/** Holder of a konnector's Lease that has not expired. */
async function leaseHolder(
  client: KubeClient,
  now: Date,
): Promise<string | undefined> {
  for (const each of leaseNamespaces) {
    const key = { namespace: each, name: names.konnectorLease };
    const { spec } = (await client.get(core.leases, key)) ?? {};
    const {
      holderIdentity,
      leaseDurationSeconds = 0,
      renewTime = '',
    } = spec ?? {};
    const until = Date.parse(renewTime ?? '') + leaseDurationSeconds * 1000;
    if (holderIdentity && until > now.getTime()) {
      return `${each}/${key.name} (${holderIdentity})`;
    }
  }
  return undefined;
}

/** @returns what still runs of a Deployment with no replicas; undefined when it has stopped */
export async function runningPart(
  client: KubeClient,
  { spec }: Deployment,
): Promise<string | undefined> {
  const labelSelector = Object.entries(spec?.selector?.matchLabels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  const { items } = await client.list(pods, { namespace, labelSelector });
  if (items.length > 0) {
    return `pods ${items.map(({ metadata }) => metadata.name).join(', ')}`;
  }
  const holder = await leaseHolder(client, new Date());
  return holder && `Lease ${holder}`;
}
