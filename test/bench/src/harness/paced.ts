// A steady rate of requests that does not wait for answers.
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMs } from './clock';

export interface PaceOptions {
  perSecond: number;
  seconds: number;
  /** No more than this many are under way: a server that falls behind is not flooded. */
  maxInFlight: number;
}

/**
 * Calls the work at a steady rate. What a late timer missed is sent at once after it, so the rate holds on average.
 * Resolves with the rate that was reached when all have ended. The first failure ends it.
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
