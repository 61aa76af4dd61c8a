/** Permission claims as a list of sentences, for dialogs in which they are given or accepted. */
import Typography from '@material-ui/core/Typography';
import type { PermissionClaim } from '../api/types';
import { useT } from '../hooks/useT';
import { claimsInWords } from './claimsInWords';

export function ClaimsList(props: { claims: PermissionClaim[] }) {
  const t = useT();
  return (
    <ul>
      {claimsInWords(props.claims, t).map(text => (
        <li key={text}>
          <Typography variant="body1">{text}</Typography>
        </li>
      ))}
    </ul>
  );
}
