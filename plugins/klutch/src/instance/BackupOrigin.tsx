/** Whether the schedule took a backup or a person, and how long the backup is kept. */
import { isOfSchedule } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import type { Claim } from '../api/types';
import { useT } from '../hooks/useT';
import { isScheduled } from './scheduleForm';

/** Of how many good backups this one must be among to be kept; undefined: the schedule never deletes it. */
function keptAmong(backup: Claim, instance: Claim): number | undefined {
  return isOfSchedule(backup, instance) && !backup.protected
    ? instance.backupSchedule?.kept
    : undefined;
}

export function BackupOrigin(props: { backup: Claim; instance: Claim }) {
  const { backup, instance } = props;
  const t = useT();
  const count = keptAmong(backup, instance);
  return (
    <>
      {isScheduled(backup)
        ? t('instance.backups.taken.bySchedule')
        : t('instance.backups.taken.byHand')}
      <Typography variant="body2" color="textSecondary">
        {count === undefined
          ? t('instance.backups.keptUntilDeleted')
          : t('instance.backups.keptNewest', { count })}
      </Typography>
    </>
  );
}
