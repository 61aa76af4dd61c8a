/** Permission claims as a list, for dialogs that grant or accept permission claims. */
import type { PermissionClaim } from '../api/types';
import { ClaimText } from './ClaimText';

export function ClaimsList(props: { claims: PermissionClaim[] }) {
  return (
    <ul>
      {props.claims.map(claim => (
        <li key={claim.whole}>
          <ClaimText claim={claim} />
        </li>
      ))}
    </ul>
  );
}
