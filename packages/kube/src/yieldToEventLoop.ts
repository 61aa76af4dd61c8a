// Yields to the event loop during long synchronous work.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest time that such work may use of one turn of the event loop. */
const maxTurnMs = 10;

/**
 * Creates a function to call between small pieces of work. When the pieces have used one turn of the event loop for
 * too long, it returns a promise to await, so that other work runs; otherwise it returns undefined.
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

/**
 * Calls a function for each item in turn, and yields to the event loop whenever the calls have used one turn for too
 * long.
 */
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
