// Time that elapses, whatever anybody does to the date.
import { uptime } from 'node:os';

/** Milliseconds since some moment in the past. Never goes back. */
export type Clock = () => number;

/**
 * A clock that counts the time a machine slept, too. Monotonic clocks stand still while a machine is suspended, the
 * rest of the world does not.
 * @param monotonic - exact; may stand still while the machine sleeps
 * @param sinceBoot - may be coarse; goes on while the machine sleeps
 */
export function sleepAwareClock(monotonic: Clock, sinceBoot: Clock): Clock {
  const ahead = sinceBoot() - monotonic();
  return () => Math.max(monotonic(), sinceBoot() - ahead);
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
