/** How far the restore is that an instance was ordered for, as the restores into the instance record it. Pure function. */
import type { Claim } from '../api/types';
import { newestFirst } from './newestFirst';

/**
 * - `start`: no restore into the instance exists
 * - `wait`: one is under way
 * - `failed`: the newest one failed
 */
export type PendingRestore =
  | { step: 'start' }
  | { step: 'wait' | 'failed'; restore: Claim };

/** The restore that overwrites the data of its instance now, if there is one. */
export const runningRestore = (restores: readonly Claim[]): Claim | undefined =>
  restores.find(
    ({ deleting, state }) =>
      !deleting && state !== 'Ready' && state !== 'Failed',
  );

/**
 * @param restores - all restores into the instance
 * @returns undefined when the instance has its data, or was ordered for none
 */
export function pendingRestore(
  { createdAt, deleting, restoreFrom }: Claim,
  restores: readonly Claim[],
): PendingRestore | undefined {
  if (!restoreFrom || deleting) return undefined;
  const [restore] = newestFirst(
    restores.filter(
      // An earlier one was for a deleted instance of the same name.
      item => !item.deleting && item.createdAt >= createdAt,
    ),
  );
  if (!restore) return { step: 'start' };
  if (restore.state === 'Ready') return undefined;
  return { step: restore.state === 'Failed' ? 'failed' : 'wait', restore };
}
