// Time that elapses, whatever anybody does to the date.
import { uptime } from 'node:os';

/** Milliseconds since some moment in the past. Never goes back. */
export type Clock = () => number;

/** For so long what was heard of the time since boot is good: to ask for it, Linux reads a file. Milliseconds. */
const cachedForMs = 10;

/**
 * A clock that counts the time a machine slept, too. Monotonic clocks stand still while a machine is suspended, the
 * rest of the world does not: the date jumps then, and the time since boot is asked for anew.
 * @param monotonic - exact; may stand still while the machine sleeps
 * @param sinceBoot - may be coarse and slow; goes on while the machine sleeps
 * @param date - may be set by anybody
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
 * The clock of leases. It runs on while the process is stopped (SIGSTOP) or its event loop is blocked, and on Linux
 * (`CLOCK_BOOTTIME`) while the machine is suspended. Elsewhere the uptime depends on the date, so it is not used.
 */
export const leaseClock: Clock =
  process.platform === 'linux'
    ? sleepAwareClock(monotonicNow, () => uptime() * 1000)
    : monotonicNow;
