/** The state of a claim from its own conditions. Pure functions. */
import type { Claim, ClaimCondition } from './ClaimApi';

const condition = (claim: Claim, type: string): ClaimCondition | undefined =>
  claim.status?.conditions?.find(candidate => candidate.type === type);

/** Whether the claim is ready for use. */
export const isReady = (claim: Claim): boolean =>
  condition(claim, 'Ready')?.status === 'True';

/** The status of a condition, or empty. */
export const conditionStatus = (claim: Claim, type: string): string =>
  condition(claim, type)?.status ?? '';

/** What the claim waits for, or what went wrong; empty when neither is known. */
export function claimMessage(claim: Claim): string {
  const synced = condition(claim, 'Synced');
  if (synced?.status === 'False') return synced.message ?? synced.reason ?? '';
  const managed = claim.status?.managed?.conditions?.find(
    ({ type, status }) => type === 'Ready' && status !== 'True',
  );
  const ready = condition(claim, 'Ready');
  const unready = ready?.status === 'True' ? undefined : ready;
  return managed?.message ?? unready?.message ?? unready?.reason ?? '';
}

/** Whether the automation gave up: what failed stays as it is until somebody changes or deletes it. */
export const hasFailed = (claim: Claim): boolean =>
  claimState(claim).toLowerCase() === 'failed';

/** One word: `Ready`, `Deleting`, what the automation reports, or `Pending`. */
export function claimState(claim: Claim): string {
  if (claim.metadata.deletionTimestamp) return 'Deleting';
  if (isReady(claim)) return 'Ready';
  const { managed } = claim.status ?? {};
  return managed?.state ?? managed?.status ?? 'Pending';
}
