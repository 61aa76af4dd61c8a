/** The permission claims that somebody accepts along with an API. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../clusters/ControlPlane';
import { InvalidError } from '../errors/InvalidError';

/**
 * The template's claims that were accepted, with all they say; the page shows only a part of it.
 *
 * @throws InvalidError for a claim that the template does not make
 */
export function acceptedClaimsOf(
  controlPlane: ControlPlane,
  { acceptedClaims, resource }: Schemas['BindRequest'],
): 'all' | PermissionClaim[] {
  if (!acceptedClaims) return 'all';
  const template = controlPlane.template(resource);
  const offered = template?.spec.permissionClaims ?? [];
  return acceptedClaims.map(claim => {
    const found = offered.find(
      other =>
        (other.group ?? '') === (claim.group ?? '') &&
        other.resource === claim.resource &&
        other.version === claim.version,
    );
    if (found) return found;
    throw new InvalidError(
      `The offer makes no permission claim on ${claim.resource}. Load it again and choose from its claims.`,
      [
        {
          field: 'acceptedClaims',
          message: `No claim on ${claim.resource}.`,
        },
      ],
    );
  });
}
