/** What can be done with a backup. */
import Button from '@material-ui/core/Button';
import type { Claim } from '../api/types';
import type { Forbidden } from '../hooks/useForbidden';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { DeleteClaimButton } from './DeleteClaimButton';
import { reasonAgainstRestore } from './reasonAgainstRestore';
import { RowActions } from './RowActions';

export function BackupActions(props: {
  backup: Claim;
  /** Why a restore is not possible now, as a message for users. */
  restoreDisabledReason: string | undefined;
  /** What the user may not do. */
  forbidden: Forbidden;
  onRestore: (backup: Claim) => void;
  onDelete: (backup: Claim) => void;
}) {
  const { backup } = props;
  const t = useT();
  const restoreDisabledReason =
    props.restoreDisabledReason ?? reasonAgainstRestore(backup, t);
  return (
    <RowActions>
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
      <DeleteClaimButton
        claim={backup}
        forbidden={props.forbidden}
        text={t('instance.backups.delete')}
        label={t('instance.backups.deleteLabel', { name: backup.name })}
        onDelete={props.onDelete}
      />
    </RowActions>
  );
}
