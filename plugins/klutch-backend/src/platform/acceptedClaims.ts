/** The permission claims that somebody accepts along with an API. */
import { isDeepStrictEqual } from 'node:util';
import { claimId, type PermissionClaim } from '@klutch/bind-api';
import { wholeClaim } from '@klutch/binding-backend';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ControlPlane } from '../clusters/ControlPlane';
import { InvalidError } from '../errors/InvalidError';

const isMeant = (
  claim: Schemas['PermissionClaim'],
  offered: PermissionClaim,
): boolean => {
  const { names } = claim.selector ?? {};
  return (
    claimId(offered) === claimId(claim) &&
    (!names || isDeepStrictEqual(offered.selector?.names, names)) &&
    (claim.whole === undefined || claim.whole === wholeClaim(offered))
  );
};

const inWords = ({ resource, selector }: Schemas['PermissionClaim']) =>
  selector?.owner
    ? `${resource} that the ${selector.owner} owns`
    : `${resource} of any owner`;

/**
 * The template's claims that were accepted, with all they say; the page shows only a part of it. Claims on one type
 * differ by their owner: what was accepted of one is never an answer to another. One that comes as a whole has to say the
 * same still.
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
    const found = offered.find(other => isMeant(claim, other));
    if (found) return found;
    const what = inWords(claim);
    throw new InvalidError(
      `The offer makes no such permission claim on ${what}. Load it again and choose from its claims.`,
      [{ field: 'acceptedClaims', message: `No such claim on ${what}.` }],
    );
  });
}
