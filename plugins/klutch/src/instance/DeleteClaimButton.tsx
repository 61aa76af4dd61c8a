/** The button of a row that opens the dialog to delete its claim; without the permission it says so. */
import { usePermission } from '@backstage/plugin-permission-react';
import { klutchClaimDeletePermission } from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import type { Claim } from '../api/types';
import { useT } from '../hooks/useT';
import { DisabledReason } from '../shared/DisabledReason';

export function DeleteClaimButton(props: {
  claim: Claim;
  /** Why the app cluster does not allow it, as a message for users. */
  forbidden: string | undefined;
  text: string;
  /** Names the claim, for screen readers. */
  label: string;
  onDelete: (claim: Claim) => void;
}) {
  const { claim, forbidden } = props;
  const t = useT();
  const mayDelete = usePermission({ permission: klutchClaimDeletePermission });
  return (
    <DisabledReason
      reason={
        mayDelete.loading || mayDelete.allowed
          ? forbidden
          : t('shared.permission.delete')
      }
    >
      <Button
        size="small"
        disabled={!mayDelete.allowed || Boolean(forbidden) || claim.deleting}
        aria-label={props.label}
        onClick={() => props.onDelete(claim)}
      >
        {props.text}
      </Button>
    </DisabledReason>
  );
}
