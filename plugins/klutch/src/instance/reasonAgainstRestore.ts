import type { Claim } from '../api/types';
import type { T } from '../hooks/useT';

/** Why a backup cannot be restored, as a message for users; undefined for one that can. */
export const reasonAgainstRestore = (
  { state, deleting }: Claim,
  t: T,
): string | undefined => {
  if (state === 'Ready' && !deleting) return undefined;
  return state === 'Unknown'
    ? t('instance.unknownState')
    : t('instance.backups.restoreNotReady');
};
