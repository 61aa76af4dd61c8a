/** The state of a claim, and below it what happened and what to do. */
import Typography from '@material-ui/core/Typography';
import { useT } from '../hooks/useT';
import { explanationText } from './explanationText';
import type { Claim } from '../api/types';
import { StateLabel } from './StateLabel';

export function StateWithMessage({ claim }: { claim: Claim }) {
  const t = useT();
  return (
    <>
      <StateLabel claim={claim} />
      {claim.message && (
        <Typography variant="body2" color="textSecondary">
          {explanationText(claim, t)}
        </Typography>
      )}
    </>
  );
}
