// Room for others in the middle of long work.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long one turn of the event loop may be ours. */
const maxTurnMs = 10;

/**
 * Makes a function to be called between small pieces of work. When they have taken one turn of the event loop for too
 * long, it gives a promise to wait for, and everything else gets its turn; else it gives nothing.
 */
export function createYieldToEventLoop(): () => Promise<void> | undefined {
  let turnStartedMs: number | undefined;
  const turnEnded = () => {
    turnStartedMs = undefined;
  };
  return () => {
    const nowMs = performance.now();
    if (turnStartedMs === undefined) {
      turnStartedMs = nowMs;
      setImmediate(turnEnded);
      return undefined;
    }
    return nowMs - turnStartedMs < maxTurnMs ? undefined : nextTurn();
  };
}

/** Calls a function for each item in turn. Whenever that takes one turn of the event loop for too long, everything else gets its turn. */
export async function forEachYielding<T>(
  items: Iterable<T>,
  call: (item: T) => void,
): Promise<void> {
  const yieldToEventLoop = createYieldToEventLoop();
  for (const item of items) {
    call(item);
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
}
