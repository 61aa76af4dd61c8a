/** How far the restore is that an instance was ordered for, as the restores into the instance record it. Pure functions. */
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

/** Restores into an instance; earlier ones were for a deleted instance of the same name. */
const restoresInto = ({ createdAt }: Claim, restores: readonly Claim[]) =>
  newestFirst(
    restores.filter(item => !item.deleting && item.createdAt >= createdAt),
  );

/** While its app cluster is away, a restore that has ended is not known to be ready. */
const isOver = ({ finishedAt, state }: Claim) =>
  state === 'Ready' || (finishedAt !== undefined && state !== 'Failed');

/** Whether a restore has neither ended nor failed. */
export const isUnderWay = (restore: Claim): boolean =>
  !restore.deleting &&
  !isOver(restore) &&
  restore.state !== 'Failed' &&
  restore.state !== 'Unknown';

/** The restore that overwrites the data of an instance now, if there is one. */
export const runningRestore = (
  instance: Claim,
  restores: readonly Claim[],
): Claim | undefined => restoresInto(instance, restores).find(isUnderWay);

/**
 * @param restores - all restores into the instance
 * @returns undefined when the instance has its data, or was ordered for none
 */
export function pendingRestore(
  instance: Claim,
  restores: readonly Claim[],
): PendingRestore | undefined {
  if (!instance.restoreFrom || instance.deleting) return undefined;
  const [restore] = restoresInto(instance, restores);
  if (!restore) return { step: 'start' };
  if (isOver(restore)) return undefined;
  return { step: restore.state === 'Failed' ? 'failed' : 'wait', restore };
}
