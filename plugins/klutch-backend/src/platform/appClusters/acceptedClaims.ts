/** The permission claims that a user accepts when binding an API. */
import type { PermissionClaim } from '@klutch/bind-api';
import { claimToYaml } from '@klutch/binding-backend';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { InvalidError } from '../../errors/InvalidError';

function unknownClaimError({
  resource,
  selector,
}: Schemas['AcceptedClaim']): InvalidError {
  const owner = selector?.owner;
  const field = 'acceptedClaims';
  return owner
    ? new InvalidError(explain('PermissionClaimUnknown', { resource, owner }), [
        { field, ...explain('PermissionClaimIsUnknown', { resource, owner }) },
      ])
    : new InvalidError(
        explain('PermissionClaimOfAnyOwnerUnknown', { resource }),
        [
          {
            field,
            ...explain('PermissionClaimOfAnyOwnerIsUnknown', { resource }),
          },
        ],
      );
}

/**
 * The template's claims that were accepted: only claims identical to what was shown.
 *
 * @throws InvalidError for a claim that is not in the template
 */
export function acceptedClaimsOf(
  controlPlane: Pick<ControlPlane, 'template'>,
  { acceptedClaims, resource }: Schemas['BindRequest'],
): 'all' | PermissionClaim[] {
  if (!acceptedClaims) return 'all';
  const template = controlPlane.template(resource);
  const offered = template?.spec.permissionClaims ?? [];
  return acceptedClaims.map(claim => {
    const found = offered.find(other => claimToYaml(other) === claim.whole);
    if (found) return found;
    throw unknownClaimError(claim);
  });
}
