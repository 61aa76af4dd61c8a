/** Shards: several konnectors sync one app cluster at the same time, each with its share of the bindings. */
import { createHash } from 'node:crypto';
import type { APIServiceBinding } from '@klutch/bind-api';
import { core, type KubeClient, type Lease } from '@klutch/kube';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';

/** One shard of several. */
export interface Shard {
  /** Index of the shard, from 0. */
  index: number;
  /** Number of shards; the same for all processes of an app cluster. */
  of: number;
}

const shardSuffix = /^-\d+-of-\d+$/;

/**
 * The Leases of all konnectors of an app cluster, with whatever number of shards.
 * @param lease.name - of the Lease without shards.
 */
export async function listLeases(
  client: Pick<KubeClient, 'list'>,
  { namespace, name }: { namespace: string; name: string },
): Promise<Lease[]> {
  const { items } = await client.list(core.leases, { namespace });
  return items.filter(({ metadata }) => {
    const found = metadata.name ?? '';
    return (
      found === name ||
      (found.startsWith(name) && shardSuffix.test(found.slice(name.length)))
    );
  });
}

/** Name of the Lease that the replicas of one shard share. */
export const leaseNameOf = (name: string, shard: Shard | undefined): string =>
  shard ? `${name}-${shard.index}-of-${shard.of}` : name;

/**
 * Whether a shard owns a binding. Bindings that target one cluster namespace share heartbeat, service namespaces and
 * claims, so they belong to one shard; two processes would revert each other's writes. The shard that owns the
 * binding by its kubeconfig records the cluster namespace on the binding.
 */
export function isInShard(
  shard: Shard | undefined,
  { spec, metadata }: APIServiceBinding,
): boolean {
  if (!shard) return true;
  const { namespace, name = '' } = metadata;
  const id =
    metadata.annotations?.[annotations.providerNamespaceUid] ??
    idOf(spec?.kubeconfigSecretRef ?? { namespace, name });
  const hash = createHash('sha256').update(id).digest().readUInt32BE();
  return hash % shard.of === shard.index;
}
