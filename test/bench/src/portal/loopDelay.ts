// The longest time that the event loop of this process was blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Coarse, because the measurement must not cost what it measures. */
const resolutionMs = 20;

/** Starts to measure. */
export function measureLoopDelay() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  return {
    /** Milliseconds of the longest block since the start or the last call of `restart`. */
    longestMs: () => Math.max(0, delay.max / 1e6 - resolutionMs),
    /** Measures anew, without what blocks at present. */
    async restart() {
      await pause(2 * resolutionMs);
      delay.reset();
    },
  };
}
