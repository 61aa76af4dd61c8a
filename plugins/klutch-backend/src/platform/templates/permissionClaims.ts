/** Permission claims in the format of the REST document. Pure functions. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { claimToYaml, describeClaim } from '@klutch/binding-backend';

/** A permission claim with the texts that the pages show. */
export function permissionClaimView(
  claim: PermissionClaim,
): Schemas['ShownPermissionClaim'] {
  const { group = '' } = claim;
  return {
    ...claim,
    group,
    text: describeClaim(claim),
    whole: claimToYaml(claim),
  };
}

/** Drops the fields that only the portal shows. */
export const toPermissionClaim = ({
  text: _text,
  whole: _whole,
  ...claim
}: Schemas['PermissionClaim']): PermissionClaim => claim;
