// The times of an election, which must be consistent.
import { checkRange } from '../limits';
import { LeaseTimes } from './LeaderElector';
import { retryJitter } from './leaseState';

/**
 * The times with their defaults.
 * @throws Error when the times contradict each other, RangeError when they are longer than a timer can wait
 */
export function leaseTimes(given: Partial<LeaseTimes> = {}): LeaseTimes {
  const times: LeaseTimes = {
    durationMs: given.durationMs ?? 15_000,
    renewDeadlineMs: given.renewDeadlineMs ?? 10_000,
    retryMs: given.retryMs ?? 2_000,
  };
  const { durationMs, renewDeadlineMs, retryMs } = times;
  const inOrder =
    retryMs > 0 &&
    renewDeadlineMs > retryMs * retryJitter &&
    durationMs > renewDeadlineMs;
  if (!inOrder) {
    throw new Error(
      `The times of a lease must increase: retryMs (${retryMs}) times ${retryJitter}, renewDeadlineMs (${renewDeadlineMs}), durationMs (${durationMs}).`,
    );
  }
  checkRange('The durationMs of a lease', durationMs);
  return times;
}
