/** What can be done with a service binding. */
import Button from '@material-ui/core/Button';
import type { Claim } from '../api/types';
import type { Forbidden } from '../hooks/useForbidden';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { DeleteClaimButton } from './DeleteClaimButton';
import { reasonNotReady } from './reasonNotReady';
import { RowActions } from './RowActions';
import { useGitOpsReason } from './useGitOpsReason';

export function BindingActions(props: {
  binding: Claim;
  /** The service binding that replaces this one. */
  successor: Claim | undefined;
  /** What the user may not do. */
  forbidden: Forbidden;
  onReveal: (binding: Claim) => void;
  onRotate: (binding: Claim) => void;
  onDelete: (binding: Claim) => void;
}) {
  const { binding, successor, forbidden } = props;
  const t = useT();
  const me = useMe();
  const gitOpsReason = useGitOpsReason(binding);
  const notReady = reasonNotReady(binding, t('instance.connect.notReady'), t);
  const revealDisabledReason = forbidden.reveal ?? notReady;
  // The last step deletes this service binding.
  const rotateDisabledReason =
    (successor ? undefined : forbidden.create('binding')) ??
    forbidden.delete('binding') ??
    gitOpsReason ??
    (successor ? undefined : notReady);

  return (
    <RowActions>
      <DisabledReason reason={revealDisabledReason}>
        <Button
          size="small"
          variant="outlined"
          disabled={Boolean(revealDisabledReason) || !me.data}
          aria-label={t('instance.connect.revealLabel', {
            name: binding.name,
          })}
          onClick={() => props.onReveal(binding)}
        >
          {t('instance.connect.reveal')}
        </Button>
      </DisabledReason>
      <DisabledReason reason={rotateDisabledReason}>
        <Button
          size="small"
          variant={successor ? 'contained' : 'text'}
          color={successor ? 'primary' : 'default'}
          disabled={
            Boolean(rotateDisabledReason) ||
            forbidden.loading ||
            binding.deleting
          }
          aria-label={
            successor
              ? t('instance.rotate.continueLabel', { name: binding.name })
              : t('instance.rotate.actionLabel', { name: binding.name })
          }
          onClick={() => props.onRotate(binding)}
        >
          {successor
            ? t('instance.rotate.continue')
            : t('instance.rotate.action')}
        </Button>
      </DisabledReason>
      <DeleteClaimButton
        claim={binding}
        forbidden={forbidden}
        text={t('instance.connect.delete')}
        label={t('instance.connect.deleteLabel', { name: binding.name })}
        onDelete={props.onDelete}
      />
    </RowActions>
  );
}
