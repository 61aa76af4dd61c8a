// The longest time that the event loop of this process was blocked.
import { setTimeout as pause } from 'node:timers/promises';

/** Coarse, because the measurement must not cost what it measures. */
const resolutionMs = 20;

/** The longest block, in milliseconds. */
export interface LoopDelay {
  /** By the clock, with what the thread waited for a processor that other processes had. */
  longestMs: number;
  /**
   * Without what the thread waited for a processor: its own processor time between two moments at
   * which the loop was free, and not more than the time by which the second was late.
   */
  longestBusyMs: number;
}

/** Starts to measure; keeps the process alive. */
export function measureLoopDelay() {
  let longest: LoopDelay = { longestMs: 0, longestBusyMs: 0 };
  let at = performance.now();
  let cpu = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    const lateMs = performance.now() - at - resolutionMs;
    const cpuMs = (user + system) / 1_000;
    longest = {
      longestMs: Math.max(longest.longestMs, lateMs),
      longestBusyMs: Math.max(longest.longestBusyMs, Math.min(lateMs, cpuMs)),
    };
    at = performance.now();
    cpu = process.threadCpuUsage();
  }, resolutionMs);
  return {
    /** Since the start or the last call of `restart`. */
    longest: () => longest,
    /** Measures anew, without what blocks at present. */
    async restart() {
      await pause(2 * resolutionMs);
      longest = { longestMs: 0, longestBusyMs: 0 };
    },
  };
}
