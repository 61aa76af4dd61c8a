/** How long an object waits for its service namespace before its owner is told. */
import type { ObjectMemory } from '../memory/objectMemory';
import type { Run } from '../run';

/** Milliseconds. */
const namespaceWaitMs = 5_000;

/** Notes when the waiting began, if it had not begun. */
export function markWaiting({ state: { memories }, key }: Run): void {
  if (memories.of(key).waitingSince !== undefined) return;
  memories.change(key, { waitingSince: Date.now() });
}

/** Milliseconds until the owner is told; at most 0 when that is due. */
export const remainingWaitMs = (
  { waitingSince }: Pick<ObjectMemory, 'waitingSince'>,
  nowMs: number,
): number => (waitingSince ?? nowMs) + namespaceWaitMs - nowMs;
