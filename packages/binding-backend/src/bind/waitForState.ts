/** Waits for a state of a few objects by watching them, up to a deadline. */
import type { Cache, KubeObject } from '@klutch/kube';

/** The condition to wait for. */
export interface WaitForStateOptions<R> {
  /** Caches of this wait only; started here and stopped at the end. */
  caches: readonly Cache<KubeObject>[];
  /** Called once all caches are synced and after each change; a result or an error ends the wait. */
  check: () => R | undefined;
  /** Milliseconds. */
  deadline: number;
  /** Creates the error for a missed deadline, from the state observed then. */
  onDeadline: () => Error;
}

/** Resolves with the first result of `check`; rejects with what it throws, or at the deadline. */
export const waitForState = <R>({
  caches,
  check,
  deadline,
  onDeadline,
}: WaitForStateOptions<R>): Promise<R> => {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return new Promise<R>((resolve, reject) => {
    timer = setTimeout(() => reject(onDeadline()), deadline);
    const evaluate = () => {
      if (stop.signal.aborted || !caches.every(({ synced }) => synced)) return;
      try {
        const result = check();
        if (result !== undefined) resolve(result);
      } catch (error) {
        reject(error);
      }
    };
    for (const cache of caches) {
      cache.subscribe(evaluate);
      cache.start(stop.signal);
      cache.whenSynced(stop.signal).then(evaluate, () => undefined); // Rejects only when the wait has ended.
    }
  }).finally(() => {
    clearTimeout(timer);
    stop.abort();
  });
};
