/** Determines the effective permission claims of an export on this app cluster. Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  apiName,
  claimId,
  type AcceptablePermissionClaim,
  type APIServiceBinding,
  type APIServiceExport,
  type PermissionClaim,
} from '@klutch/bind-api';
import { intersectSelectors } from './intersectSelectors';
import { annotations } from '../markers';

/** Whether every claim of the export is accepted, including claims added later. */
export const acceptsAllClaims = ({ metadata }: APIServiceBinding): boolean =>
  metadata.annotations?.[annotations.acceptClaims] === 'all';

/** The claims that the spec accepts by name; those of {@link acceptsAllClaims} are in the export. */
export const acceptedClaims = ({
  spec,
}: APIServiceBinding): AcceptablePermissionClaim[] =>
  (spec?.permissionClaims ?? []).filter(({ state }) => state === 'Accepted');

/** Claims with the binding's answers. */
export interface ClaimAnswers {
  /** Accepted claims; their selectors cover what the binding accepts and the export still claims. */
  accepted: AcceptablePermissionClaim[];
  /** Required claims of the export that are not accepted, as shown to users. */
  missing: string[];
}

const describe = ({ group = '', resource }: PermissionClaim) =>
  apiName({ group, resource });

/** The part of an accepted claim that the export still claims; the export may have narrowed its claim since. */
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
 * Matches the export's claims with the binding's answers by type and owner: effective is what the binding accepts and
 * the export still claims. A binding that accepts all claims may still reject single ones.
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
    ...acceptedClaims(binding).flatMap(answer => stillClaimed(answer, claimed)),
    ...byDefault,
  ];
  const acceptedIds = new Set(accepted.map(claimId));
  const missing = claimed
    .filter(claim => claim.required && !acceptedIds.has(claimId(claim)))
    .map(describe);
  return { accepted, missing };
}
