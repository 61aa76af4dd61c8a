/** Which permission claims of an export are in force on this app cluster? Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  claimId,
  type AcceptablePermissionClaim,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import { intersectSelectors } from './intersectSelectors';
import { acceptsAllClaims } from './bindingAnnotations';

/** Claims as somebody answered them on the binding. */
export interface ClaimAnswers {
  /** Claims to act on; their selectors mean what was accepted here and is still claimed there. */
  accepted: AcceptablePermissionClaim[];
  /** Required claims of the export that nobody accepted, named for people. */
  missing: string[];
}

const describe = (claim: PermissionClaim) =>
  claim.group ? `${claim.resource}.${claim.group}` : claim.resource;

/** What of an accepted claim the export still claims; it may have been narrowed since. */
function stillClaimed(
  answer: AcceptablePermissionClaim,
  claimed: readonly PermissionClaim[],
): AcceptablePermissionClaim[] {
  const same = claimed.filter(claim => claimId(claim) === claimId(answer));
  const { selector = {} } = answer;
  if (same.some(claim => isDeepStrictEqual(claim.selector ?? {}, selector))) {
    return [answer];
  }
  return same.flatMap(claim => {
    const both = intersectSelectors(selector, claim.selector ?? {});
    return both ? [{ ...answer, selector: both }] : [];
  });
}

/**
 * Pairs the export's claims with the binding's answers: in force is what was accepted here and is still claimed there, by
 * type and owner. Who accepts all claims may still reject one.
 */
export function planClaims(
  binding: APIServiceBinding,
  apiExport: APIServiceExport,
): ClaimAnswers {
  const claimed = apiExport.spec.permissionClaims ?? [];
  const answers = binding.spec?.permissionClaims ?? [];
  const answeredIds = new Set(answers.map(claimId));
  const byDefault: AcceptablePermissionClaim[] = acceptsAllClaims(binding)
    ? claimed
        .filter(claim => !answeredIds.has(claimId(claim)))
        .map(claim => ({ ...claim, state: 'Accepted' }))
    : [];
  const accepted = [
    ...answers
      .filter(({ state }) => state === 'Accepted')
      .flatMap(answer => stillClaimed(answer, claimed)),
    ...byDefault,
  ];
  const acceptedIds = new Set(accepted.map(claimId));
  const missing = claimed
    .filter(claim => claim.required && !acceptedIds.has(claimId(claim)))
    .map(describe);
  return { accepted, missing };
}
