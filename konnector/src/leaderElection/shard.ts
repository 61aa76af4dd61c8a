/** Several konnectors that work for one app cluster at the same time: each takes its share of the bindings. */
import { createHash } from 'node:crypto';
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';

/** One share of several. */
export interface Shard {
  /** From 0. */
  index: number;
  /** How many there are; the same for all processes of an app cluster. */
  of: number;
}

/** Name of the Lease that the processes of one shard share. */
export const leaseNameOf = (name: string, shard: Shard | undefined): string =>
  shard ? `${name}-${shard.index}-of-${shard.of}` : name;

/**
 * Whether a shard takes a binding. Those that lead to one cluster namespace stay together: heartbeat, service namespaces
 * and claims are theirs together, and two processes would undo what the other does. Where a binding leads is written on it
 * by the shard that takes its kubeconfig.
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
