/** Permission claims in one word each. Pure functions. */
import { apiName, type PermissionClaim } from '@klutch/bind-api';

/** Type of a claim's objects, `<plural>[.<group>]`. */
export const claimType = ({ group = '', resource }: PermissionClaim): string =>
  apiName({ group, resource });

/** For example `secrets:Provider`, the form of `--claim`. */
export const claimText = (claim: PermissionClaim): string =>
  [
    claimType(claim),
    claim.selector?.owner ?? 'Both',
    ...(claim.required ? ['required'] : []),
  ].join(':');

/** Claims for a column of a table. */
export const claimsText = (claims: readonly PermissionClaim[] = []): string =>
  claims.map(claimText).join(',') || '<none>';
