/** What the activity of an instance says about a change. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { changedFields } from './changedFields';

/** The actions that a change consists of. */
export function actionsOf({
  spec,
  owner,
  component,
  protected: isProtectedNow,
  backupSchedule,
}: Schemas['ClaimChange']) {
  type Action = Schemas['Activity']['action'];
  const actions: { action: Action; fields?: string[] }[] = [];
  if (spec) actions.push({ action: 'changed', fields: changedFields(spec) });
  if (isProtectedNow !== undefined) {
    actions.push({ action: isProtectedNow ? 'protected' : 'unprotected' });
  }
  if (backupSchedule !== undefined) {
    actions.push({ action: backupSchedule ? 'scheduled' : 'unscheduled' });
  }
  if (owner !== undefined || component !== undefined) {
    actions.push({ action: 'ownershipChanged' });
  }
  return actions;
}
