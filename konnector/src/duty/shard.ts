/** Several konnectors that work for one app cluster at the same time: each takes its share of the bindings. */
import { createHash } from 'node:crypto';
import type { APIServiceBinding } from '@klutch/bind-api';
import { InvalidArgumentError } from 'commander';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';

/** One share of several. */
export interface Shard {
  /** From 0. */
  index: number;
  /** How many there are; the same for all processes of an app cluster. */
  of: number;
}

const mostShards = 100;

/** Reads `0/3`. @throws InvalidArgumentError in words */
export function parseShard(text: string): Shard {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (shard.of >= 1 && shard.of <= mostShards && shard.index < shard.of) {
    return shard;
  }
  throw new InvalidArgumentError(
    `Write which shard of how many, such as 0/3, 1/3 or 2/3; at most ${mostShards}.`,
  );
}

/** Name of the Lease that the processes of one shard share. */
export const leaseNameOf = (name: string, shard: Shard | undefined): string =>
  shard ? `${name}-${shard.index}-of-${shard.of}` : name;

/**
 * Whether a shard takes a binding. Those that lead to one cluster namespace stay together: heartbeat, service namespaces
 * and claims are theirs together, and two processes would undo what the other does. Where a binding leads is written on it
 * by the shard that takes its kubeconfig.
 */
export function takes(
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
