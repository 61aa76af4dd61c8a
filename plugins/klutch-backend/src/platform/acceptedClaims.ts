/** The permission claims that a user accepts when binding an API. */
import type { PermissionClaim } from '@klutch/bind-api';
import { claimToYaml } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../clusters/ControlPlane';
import { InvalidError } from '../errors/InvalidError';

const describeAcceptedClaim = ({
  resource,
  selector,
}: Schemas['AcceptedClaim']) =>
  selector?.owner
    ? `${resource} that the ${selector.owner} owns`
    : `${resource} of any owner`;

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
    const what = describeAcceptedClaim(claim);
    throw new InvalidError(
      `The export template has no such permission claim on ${what}. Reload it and choose from its claims.`,
      [{ field: 'acceptedClaims', message: `No such claim on ${what}.` }],
    );
  });
}
