/** The state of a claim, and below it what happened and what to do. */
import Typography from '@material-ui/core/Typography';
import type { Claim } from '../api/types';
import { StateLabel } from './StateLabel';

export function StateWithMessage({ claim }: { claim: Claim }) {
  return (
    <>
      <StateLabel claim={claim} />
      {claim.message && (
        <Typography variant="body2" color="textSecondary">
          {claim.message}
        </Typography>
      )}
    </>
  );
}
