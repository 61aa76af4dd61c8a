/** Whether a claim still has the values from which a change was made. Pure function. */
import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

type Before = NonNullable<Schemas['ClaimChange']['before']>;

/** True when a value in `before` is another one in the claim; values that are not in `before` do not count. */
export function isChangedSince(
  claim: Pick<Schemas['Claim'], keyof Before>,
  before: Before,
): boolean {
  const present: Before = {
    protected: claim.protected,
    owner: claim.owner ?? null,
    component: claim.component ?? null,
    backupSchedule: claim.backupSchedule ?? null,
  };
  return !isDeepStrictEqual({ ...present, ...before }, present);
}
