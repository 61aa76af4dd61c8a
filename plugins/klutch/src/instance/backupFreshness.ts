/** Grades the backups of an instance by age. */
import type { Claim } from '../api/types';

const day = 24 * 60 * 60 * 1000;

export type BackupFreshness =
  | { grade: 'none' }
  | { grade: 'good' | 'old'; at: string };

/**
 * The newest finished backup of the instance, without those of an earlier one of the same name; its grade is "old" after
 * 24 hours.
 */
export function backupFreshness(
  instance: Pick<Claim, 'createdAt'>,
  backups: Claim[],
  now: number,
): BackupFreshness {
  const at = backups
    .filter(
      backup =>
        backup.state === 'Ready' &&
        !backup.deleting &&
        backup.createdAt >= instance.createdAt,
    )
    .map(backup => backup.finishedAt ?? backup.createdAt)
    .sort()
    .at(-1);
  if (!at) {
    return { grade: 'none' };
  }
  return { grade: now - Date.parse(at) > day ? 'old' : 'good', at };
}
