/** Notice with the age of the last good backup. */
import type { Claim } from '../api/types';
import { useNow } from '../hooks/useNow';
import { useT } from '../hooks/useT';
import { Notice } from '../shared/Notice';
import { useRelativeTime } from '../shared/RelativeTime';

const DAY_MS = 24 * 60 * 60 * 1000;

const tones = { good: 'ok', old: 'warning', none: 'error' } as const;

function gradeOf(lastBackupAt: string | undefined, now: number) {
  if (!lastBackupAt) return 'none';
  return now - Date.parse(lastBackupAt) > DAY_MS ? 'old' : 'good';
}

export function BackupBanner(props: { instance: Claim }) {
  const { lastBackupAt, lastSeenAt } = props.instance;
  const t = useT();
  const grade = gradeOf(lastBackupAt, useNow());
  const time = useRelativeTime(lastBackupAt);
  // While its app cluster is away, a first one may exist.
  if (lastSeenAt && !lastBackupAt) return null;
  return (
    <Notice
      tone={tones[grade]}
      title={t(`instance.backups.${grade}`, { time })}
    >
      {t(`instance.backups.${grade}Text`)}
    </Notice>
  );
}
