// Waits until what is counted does not change any more.
import { setTimeout as wait } from 'node:timers/promises';

const quietMs = 2_000;

/** Resolves with the first count that stays the same for two seconds. */
export async function untilUnchanged<Count>(
  read: () => Promise<Count>,
  isSame: (before: Count, after: Count) => boolean,
  signal: AbortSignal,
): Promise<Count> {
  let before = await read();
  for (;;) {
    await wait(quietMs, undefined, { signal });
    const after = await read();
    if (isSame(before, after)) return after;
    before = after;
  }
}
