/** The activity of an instance that a person may see. */
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ActivityLog } from '../activity/ActivityLog';
import { activityOf } from '../activity/activityOf';
import type { AccessReviews } from '../identity/AccessReviews';
import type { ClaimIndex } from '../inventory/ClaimIndex';
import { isOfInstance } from '../inventory/claimsOfInstance';
import type { LocatedTarget } from './ClaimLocator';

export interface VisibleActivityOptions {
  activity: ActivityLog;
  index: ClaimIndex;
  reviews: AccessReviews;
}

/** What a person may see of the activity. */
export interface VisibleActivity {
  items: Schemas['Activity'][];
  /** Whether there is more, of claims that the person may not see or that no longer exist. */
  hidden: boolean;
}

/**
 * Newest first, without the activity of related claims that the person may not see.
 *
 * @param instance - its row, and the `managedFields` of the object
 */
export async function visibleActivity(
  {
    instance,
    fields,
  }: { instance: Schemas['Claim']; fields: Parameters<typeof activityOf>[1] },
  { grant, person, target }: LocatedTarget,
  { activity, index, reviews }: VisibleActivityOptions,
): Promise<VisibleActivity> {
  const { cluster, ref } = target;
  const ofInstance = index.rows().filter(row => isOfInstance(row, ref));
  const related = grant.filter(ofInstance);
  const items = activityOf(
    instance,
    fields,
    related,
    await activity.of(instance),
  );
  const apis = new Set(items.map(({ resource }) => resource));
  const targets = [...apis].map(resource => ({
    resource,
    namespace: ref.namespace,
  }));
  const listed = await reviews.allowed({ cluster, person }, 'list', targets);
  const visible = new Set([ref, ...listed].map(({ resource }) => resource));
  // Under conditions, claims that no longer exist are left out, too: their owner is unknown.
  const isCovered = (item: Pick<ClaimRef, 'resource' | 'name'>) =>
    !grant.isConditional ||
    [instance, ...related].some(
      ({ resource, name }) => resource === item.resource && name === item.name,
    );
  const shown = items.filter(
    item => visible.has(item.resource) && isCovered(item),
  );
  const hidden =
    shown.length < items.length || related.length < ofInstance.length;
  return { items: shown, hidden };
}
