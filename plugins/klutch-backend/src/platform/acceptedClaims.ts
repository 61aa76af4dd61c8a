/** The permission claims that somebody accepts along with an API. */
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
 * The template's claims that were accepted: those that say to the word what was shown.
 *
 * @throws InvalidError for a claim that the template does not make
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
      `The offer makes no such permission claim on ${what}. Load it again and choose from its claims.`,
      [{ field: 'acceptedClaims', message: `No such claim on ${what}.` }],
    );
  });
}
