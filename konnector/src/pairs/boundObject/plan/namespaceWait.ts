/** How long an object waits for its service namespace before the wait is reported. */
import type { ObjectMemory } from '../memory/objectMemory';
import type { ReconcileScope } from '../reconcileScope';

/** Milliseconds. */
const namespaceWaitMs = 5_000;

/** Records when the wait began, if not recorded yet. */
export function markWaiting({
  state: { memories },
  key,
}: ReconcileScope): void {
  if (memories.of(key).waitingSince !== undefined) return;
  memories.change(key, { waitingSince: Date.now() });
}

/** Milliseconds until the wait is reported; 0 or less when due. */
export const remainingWaitMs = (
  { waitingSince }: Pick<ObjectMemory, 'waitingSince'>,
  nowMs: number,
): number => (waitingSince ?? nowMs) + namespaceWaitMs - nowMs;
