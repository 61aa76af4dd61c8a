import type { Claim } from '../api/types';
import type { T } from '../hooks/useT';
import { reasonNotReady } from './reasonNotReady';

/** Why a backup cannot be restored, as a message for users; undefined for one that can. */
export function reasonAgainstRestore(backup: Claim, t: T): string | undefined {
  const unfinished = t('instance.backups.restoreNotReady');
  return (
    reasonNotReady(backup, unfinished, t) ??
    (backup.deleting ? unfinished : undefined)
  );
}
