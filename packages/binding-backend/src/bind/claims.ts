/** The user's decisions on the permission claims of an export; pure. */
import {
  apiName,
  claimId,
  type AcceptablePermissionClaim,
  type PermissionClaim,
} from '@klutch/bind-api';
import equal from 'fast-deep-equal';
import { BindingError } from '../errors/BindingError';

/** `all`, or the accepted claims; the others are rejected. */
export type AcceptedClaims = 'all' | readonly PermissionClaim[];

const claimName = ({ group = '', resource, selector }: PermissionClaim) => {
  const name = apiName({ group, resource });
  return selector?.owner ? `${name} of the ${selector.owner}` : name;
};

/**
 * For each accepted claim the index of the export's claim that it matches: of the same type and owner, exact matches
 * first, so that several claims on one type are matched one to one.
 */
const matchAccepted = (
  claims: readonly PermissionClaim[],
  accepted: readonly PermissionClaim[],
): Map<PermissionClaim, number> => {
  const found = new Map<PermissionClaim, number>();
  const matched = new Set<number>();
  const matchBy = (
    isSame: (a: PermissionClaim, b: PermissionClaim) => boolean,
  ) => {
    for (const answer of accepted) {
      if (found.has(answer)) continue;
      const index = claims.findIndex(
        (claim, at) => !matched.has(at) && isSame(claim, answer),
      );
      if (index < 0) continue;
      matched.add(index);
      found.set(answer, index);
    }
  };
  matchBy(equal);
  matchBy((claim, answer) => claimId(claim) === claimId(answer));
  return found;
};

/**
 * Every claim of the export with its state. Accepted claims are written as they were accepted: if the export's claim
 * has changed since, the difference stays visible and is not accepted silently.
 * @throws BindingError `InvalidInput` when an accepted claim is not part of the export
 */
export const answerClaims = (
  claims: readonly PermissionClaim[],
  accepted: AcceptedClaims,
): AcceptablePermissionClaim[] => {
  if (accepted === 'all') {
    return claims.map(claim => ({ ...claim, state: 'Accepted' as const }));
  }
  const paired = matchAccepted(claims, accepted);
  const unknown = accepted.filter(claim => !paired.has(claim));
  if (unknown.length > 0) {
    throw new BindingError(
      'InvalidInput',
      `The API currently makes no such permission claim: ${unknown.map(claimName).join(', ')}. If its offer was changed a moment ago, try again in a few seconds; otherwise reload its permission claims and choose from them. A join command has to be created again.`,
    );
  }
  const answers = new Map([...paired].map(([answer, at]) => [at, answer]));
  return claims.map((claim, at) => {
    const answer = answers.get(at);
    return answer
      ? { ...answer, state: 'Accepted' as const }
      : { ...claim, state: 'Rejected' as const };
  });
};

/** Only the accepted claims. */
export const acceptedOf = (
  claims: readonly AcceptablePermissionClaim[],
): AcceptablePermissionClaim[] =>
  claims.filter(({ state }) => state === 'Accepted');
