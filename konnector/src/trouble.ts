/** What keeps a part from following a cluster, for conditions and logs. */
import type { Cache, KubeObject } from '@klutch/kube';

/** Something is wrong since a moment; it is tried again all the time. */
export interface Trouble {
  /** A sentence for people. */
  message: string;
  since: Date;
}

/** The trouble of a cache, or undefined when it has none. `where` names the cluster or namespace. */
export function troubleOf<T extends KubeObject>(
  cache: Cache<T>,
  where: string,
): Trouble | undefined {
  const { state, message, since } = cache.health;
  return state === 'waiting' && message
    ? { message: `${cache.resource.plural} ${where}: ${message}`, since }
    : undefined;
}
