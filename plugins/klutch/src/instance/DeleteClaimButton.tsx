/** The button of a row that opens the dialog to delete its claim; without the permission it says so. */
import Button from '@material-ui/core/Button';
import type { Claim } from '../api/types';
import type { Forbidden } from '../hooks/useForbidden';
import { DisabledReason } from '../shared/DisabledReason';
import { useToneClasses } from '../shared/tones';

export function DeleteClaimButton(props: {
  claim: Claim;
  /** What the user may not do. */
  forbidden: Forbidden;
  text: string;
  /** Names the claim, for screen readers. */
  label: string;
  onDelete: (claim: Claim) => void;
}) {
  const { claim, forbidden } = props;
  const classes = useToneClasses();
  const reason = forbidden.delete(claim.type);
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
