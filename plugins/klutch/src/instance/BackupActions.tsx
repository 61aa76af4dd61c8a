/** What can be done with a backup. */
import { usePermission } from '@backstage/plugin-permission-react';
import { klutchClaimDeletePermission } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import { makeStyles } from '@material-ui/core/styles';
import type { Claim } from '../api/types';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';

const useStyles = makeStyles(theme => ({
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    gap: theme.spacing(1),
  },
}));

export function BackupActions(props: {
  backup: Claim;
  /** Why a restore is not possible now, as a message for users. */
  restoreDisabledReason: string | undefined;
  onRestore: (backup: Claim) => void;
  onDelete: (backup: Claim) => void;
}) {
  const { backup } = props;
  const classes = useStyles();
  const t = useT();
  const mayDelete = usePermission({ permission: klutchClaimDeletePermission });
  const restoreDisabledReason =
    props.restoreDisabledReason ??
    (backup.state === 'Ready'
      ? undefined
      : t('instance.backups.restoreNotReady'));
  return (
    <div className={classes.actions}>
      <DisabledReason reason={restoreDisabledReason}>
        <Button
          size="small"
          variant="outlined"
          disabled={Boolean(restoreDisabledReason)}
          aria-label={t('instance.backups.restoreLabel', {
            name: backup.name,
          })}
          onClick={() => props.onRestore(backup)}
        >
          {t('instance.backups.restore')}
        </Button>
      </DisabledReason>
      <DisabledReason
        reason={
          mayDelete.loading || mayDelete.allowed
            ? undefined
            : t('shared.permission.delete')
        }
      >
        <Button
          size="small"
          disabled={!mayDelete.allowed || backup.deleting}
          aria-label={t('instance.backups.deleteLabel', {
            name: backup.name,
          })}
          onClick={() => props.onDelete(backup)}
        >
          {t('instance.backups.delete')}
        </Button>
      </DisabledReason>
    </div>
  );
}
