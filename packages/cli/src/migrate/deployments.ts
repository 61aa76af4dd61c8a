/** The kept Deployment of the reference's konnector, and what still runs of one. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import {
  konnectorKey,
  type Deployment,
} from '../konnector/konnectorDeployment';
import { pods } from '../konnector/konnectorPods';

const { appClusterNamespace: namespace } = names;

/** The reference's Deployment, without replicas, while ours runs. */
export const keptKey = { namespace, name: 'konnector-reference' };

/** On the kept Deployment: replicas of the original. */
const replicasAnnotation = 'klutch.anynines.com/replicas';

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
