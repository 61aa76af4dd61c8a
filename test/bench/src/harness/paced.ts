// Sends requests at a steady rate without waiting for responses.
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMs } from './clock';

export interface PaceOptions {
  perSecond: number;
  seconds: number;
  /** Limit of concurrent calls, so that a slow server is not flooded. */
  maxInFlight: number;
}

/**
 * Calls the work at a steady rate. Calls that a late timer missed are made at once after it, so that the average rate
 * holds. Resolves with the reached rate when all calls have ended. Stops at the first failure.
 */
export async function paced(
  options: PaceOptions,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  const { perSecond, seconds, maxInFlight } = options;
  const count = Math.round(perSecond * seconds);
  const started = monotonicMs();
  const running = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  const begin = (index: number) => {
    const one: Promise<unknown> = work(index)
      .catch(error => failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
  };
  for (let index = 0; index < count && failures.length === 0; index += 1) {
    const due = started + (index / perSecond) * 1000;
    while (monotonicMs() < due) await wait(1);
    while (running.size >= maxInFlight) await Promise.race(running);
    begin(index);
  }
  const elapsed = (monotonicMs() - started) / 1000;
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return count / elapsed;
}
