/** The token of an app cluster's konnector, as the binding backend reports it on the ClusterBinding. Pure. */
import { getCondition, type ClusterBinding } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** Condition of the binding backend. */
const tokenIssued = 'TokenIssued';

const states: Record<string, Schemas['KonnectorToken']['state']> = {
  TokensRevoked: 'Revoked',
  TokenExpired: 'Expired',
  TokenMissing: 'None',
};

/** The end that the message of the condition gives; of the reference's backend there is none. */
const expiryPattern = /expires at (\d{4}-\d\d-\d\dT[\d:.]+Z)/;

/**
 * The condition changes with each token, so its transition is the time at which the token was issued. The Secrets of
 * tokens are not read: an auditor sees the age of a token, too.
 */
export function konnectorToken(
  binding: ClusterBinding | undefined,
): Schemas['KonnectorToken'] {
  const condition = getCondition(binding?.status?.conditions, tokenIssued);
  if (!condition) return { state: 'None' };
  const { lastTransitionTime, message, reason = '', status } = condition;
  const expiresAt = expiryPattern.exec(message ?? '')?.[1];
  return {
    state: status === 'True' ? 'Valid' : (states[reason] ?? 'Valid'),
    ...(lastTransitionTime && { since: lastTransitionTime }),
    ...(expiresAt && { expiresAt }),
    ...(message && (status !== 'True' || reason) && { message }),
  };
}
