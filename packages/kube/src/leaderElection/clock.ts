// A clock that is independent of changes of the date.
import { uptime } from 'node:os';

/** Monotonic milliseconds since an arbitrary start. */
export type Clock = () => number;

/** How long a value of the time since boot is reused, in milliseconds, because reading it opens a file on Linux. */
const cachedForMs = 100;

/**
 * A clock that includes the time for which a machine was suspended. Monotonic clocks stop during suspension; the jump
 * of the date afterwards triggers a new read of the time since boot.
 * @param monotonic - exact; may stop while the machine is suspended
 * @param sinceBoot - may be coarse and slow; runs while the machine is suspended
 * @param date - may be set to any value
 */
export function sleepAwareClock(
  monotonic: Clock,
  sinceBoot: Clock,
  date: Clock = Date.now,
): Clock {
  const ahead = sinceBoot() - monotonic();
  let sleptMs = 0;
  let readAt = monotonic();
  let readOnDate = date();
  return () => {
    const now = monotonic();
    const today = date();
    const isGood =
      now - readAt < cachedForMs && Math.abs(today - readOnDate) < cachedForMs;
    if (!isGood) {
      sleptMs = Math.max(sleptMs, sinceBoot() - ahead - now);
      readAt = now;
      readOnDate = today;
    }
    return now + sleptMs;
  };
}

const monotonicNow: Clock = () => performance.now();

/**
 * The clock of leases. It keeps running while the process is stopped (SIGSTOP) or its event loop is blocked and, on
 * Linux (`CLOCK_BOOTTIME`), while the machine is suspended. On other systems the uptime depends on the date, so it is
 * not used.
 */
export const leaseClock: Clock =
  process.platform === 'linux'
    ? sleepAwareClock(monotonicNow, () => uptime() * 1000)
    : monotonicNow;
