/**
 * The button of a row that opens the dialog to delete its claim; without the permission it says so. A protected claim
 * has a button that removes the protection instead.
 */
import Button from '@material-ui/core/Button';
import type { Claim } from '../api/types';
import type { Forbidden } from '../hooks/useForbidden';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';
import { useToneClasses } from '../shared/tones';
import { useGitOpsReason } from './useGitOpsReason';
import { useProtection } from './useProtection';

interface RowClaim {
  claim: Claim;
  /** What the user may not do. */
  forbidden: Forbidden;
}

function UnprotectButton({ claim, forbidden }: RowClaim) {
  const t = useT();
  const protection = useProtection(claim);
  const { name } = claim;
  const reason = forbidden.change(claim.type);
  return (
    <DisabledReason reason={reason}>
      <Button
        size="small"
        disabled={
          forbidden.loading ||
          Boolean(reason) ||
          protection.isPending ||
          claim.deleting
        }
        aria-label={t('instance.protection.removeLabel', { name })}
        onClick={protection.toggle}
      >
        {t('instance.protection.remove')}
      </Button>
    </DisabledReason>
  );
}

export function DeleteClaimButton(
  props: RowClaim & {
    text: string;
    /** Names the claim, for screen readers. */
    label: string;
    onDelete: (claim: Claim) => void;
  },
) {
  const { claim, forbidden } = props;
  const classes = useToneClasses();
  const gitOpsReason = useGitOpsReason(claim);
  const reason = forbidden.delete(claim.type) ?? gitOpsReason;
  if (claim.protected) return <UnprotectButton {...props} />;
  return (
    <DisabledReason reason={reason}>
      <Button
        size="small"
        className={classes.error}
        disabled={forbidden.loading || Boolean(reason) || claim.deleting}
        aria-label={props.label}
        onClick={() => props.onDelete(claim)}
      >
        {props.text}
      </Button>
    </DisabledReason>
  );
}
