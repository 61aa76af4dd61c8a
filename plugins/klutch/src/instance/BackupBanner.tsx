/** Notice with the age of the last good backup. */
import type { Claim } from '../api/types';
import { useNow } from '../hooks/useNow';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { useRelativeTime } from '../shared/RelativeTime';
import { backupFreshness } from './backupFreshness';

const tones = { good: 'ok', old: 'warning', none: 'error' } as const;

export function BackupBanner(props: { instance: Claim; backups: Claim[] }) {
  const { backups, instance } = props;
  const t = useT();
  const freshness = backupFreshness(instance, backups, useNow());
  const time = useRelativeTime(
    freshness.grade === 'none' ? undefined : freshness.at,
  );
  return (
    <Notice
      tone={tones[freshness.grade]}
      title={t(`instance.backups.${freshness.grade}`, { time })}
    >
      {t(`instance.backups.${freshness.grade}Text`)}
    </Notice>
  );
}
