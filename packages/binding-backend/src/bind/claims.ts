/** The answer of whoever binds to the permission claims of an export; pure. */
import { apiName } from '@klutch/bind-api';
import type {
  AcceptablePermissionClaim,
  PermissionClaim,
} from '@klutch/bind-api';
import { BindingError } from '../bindingError';

/** `all`, or the claims that were accepted; the others are rejected. */
export type AcceptedClaims = 'all' | readonly PermissionClaim[];

const claimName = ({ group = '', resource }: PermissionClaim) =>
  apiName({ group, resource });

/**
 * Every claim of the export with its state. Accepted claims are written as they were accepted: should the export's claim
 * have changed since, the difference stays visible and is not accepted silently.
 * @throws BindingError `InvalidInput` when a claim is accepted that the export does not make
 */
export const answerClaims = (
  claims: readonly PermissionClaim[],
  accepted: AcceptedClaims,
): AcceptablePermissionClaim[] => {
  if (accepted === 'all') {
    return claims.map(claim => ({ ...claim, state: 'Accepted' as const }));
  }
  const made = new Set(claims.map(claimName));
  const unknown = accepted.map(claimName).filter(name => !made.has(name));
  if (unknown.length > 0) {
    throw new BindingError(
      'InvalidInput',
      `This API makes no permission claim on ${unknown.join(', ')}. Load its permission claims again and choose from them.`,
    );
  }
  return claims.map(claim => {
    const answer = accepted.find(
      other => claimName(other) === claimName(claim),
    );
    return answer
      ? { ...answer, state: 'Accepted' as const }
      : { ...claim, state: 'Rejected' as const };
  });
};

/** Only the accepted ones. */
export const acceptedOf = (
  claims: readonly AcceptablePermissionClaim[],
): AcceptablePermissionClaim[] =>
  claims.filter(({ state }) => state === 'Accepted');
