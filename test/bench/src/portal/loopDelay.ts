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

/** Measures between `start` and `stop`, because it wakes the process up itself. */
export class LoopDelayMonitor {
  #timer: NodeJS.Timeout | undefined;
  #longest: LoopDelay = { longestMs: 0, longestBusyMs: 0 };

  /** Resolves when it measures, without what blocks at present. */
  async start(): Promise<void> {
    let at = performance.now();
    let cpu = process.threadCpuUsage();
    this.#timer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(cpu);
      const lateMs = performance.now() - at - resolutionMs;
      const busyMs = Math.min(lateMs, (user + system) / 1_000);
      const { longestMs, longestBusyMs } = this.#longest;
      this.#longest = {
        longestMs: Math.max(longestMs, lateMs),
        longestBusyMs: Math.max(longestBusyMs, busyMs),
      };
      at = performance.now();
      cpu = process.threadCpuUsage();
    }, resolutionMs);
    await pause(2 * resolutionMs);
    this.#longest = { longestMs: 0, longestBusyMs: 0 };
  }

  /** Since the start. */
  stop(): LoopDelay {
    clearInterval(this.#timer);
    return this.#longest;
  }
}
