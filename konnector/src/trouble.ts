/** What keeps a part from following a cluster, for conditions and logs. */
import { isUnauthorized, type Cache, type KubeObject } from '@klutch/kube';

/** Something is wrong since a moment; it is tried again all the time. */
export interface Trouble {
  /** A sentence for people. */
  message: string;
  /** The same in one word, such as `Forbidden` or `Unauthorized`; absent when there is none. */
  reason?: string;
  since: Date;
}

/** Why something failed, for people. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The reason is not known.';

/** What a request met. @param before - trouble began with the first of those that failed in a row. */
export const troubleOf = (
  error: unknown,
  before: Trouble | undefined,
): Trouble => ({
  message: wordsOf(error),
  ...(isUnauthorized(error) && { reason: 'Unauthorized' }),
  since: before?.since ?? new Date(),
});

/** Everything may hiccup for so long before anything is made of it; milliseconds. */
const hiccupMs = 10_000;

/** Milliseconds until trouble is more than a hiccup; 0 or less when it is. */
export const untilLasting = ({ since }: Trouble): number =>
  since.getTime() + hiccupMs - Date.now();

/** Whether trouble is more than a hiccup. */
export const isLasting = (trouble: Trouble): boolean =>
  untilLasting(trouble) <= 0;

/**
 * Follows the health of a cache from now on. Trouble lasts until the cache watches again: an attempt in between, which
 * may fail like the one before, does not end it.
 * @param where - names the cluster or namespace in the message.
 * @returns the present trouble, or undefined when there is none.
 */
export function followTrouble<T extends KubeObject>(
  cache: Cache<T>,
  where: string,
): () => Trouble | undefined {
  let trouble: Trouble | undefined;
  cache.onHealth(({ state, reason, message }) => {
    if (state === 'watching') trouble = undefined;
    if (state !== 'waiting' || !message) return;
    trouble = {
      message: `${cache.resource.plural} ${where}: ${message}`,
      ...(reason && { reason }),
      since: trouble?.since ?? new Date(),
    };
  });
  return () => trouble;
}
