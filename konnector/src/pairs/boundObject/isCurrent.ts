/** Checks before a copy is written whether the cached object is current. */
import type { SyncFacts } from './plan/model';
import type { Cached, ReconcileScope } from './reconcileScope';

/**
 * A cache may start with a list from a stale API server, and the cache of a standby replica may lag when it becomes the
 * leader. A cached object may have been deleted since, with its copy, or may have changed: a copy made from it would
 * restore what a user deleted, at worst a database. So a version that may be older than the acquired lease is read live
 * once.
 * @returns false: the object was stale and its live state is recorded; the next plan uses the live state.
 */
export async function isCurrent(
  { state, key, objectKey }: ReconcileScope,
  { object }: SyncFacts,
  cached: Cached,
): Promise<boolean> {
  const { parts, memories, leadershipStart, consumerMutations } = state;
  const { resourceVersion } = object.metadata;
  if (
    // The object is the result of our own write or live read.
    resourceVersion !== cached.object?.metadata.resourceVersion ||
    leadershipStart.isAfter(resourceVersion) ||
    memories.of(key).confirmedVersion === resourceVersion
  ) {
    return true;
  }
  const { consumer } = parts.mapping;
  const live = await parts.consumerClient.get(consumer, objectKey);
  if (live?.metadata.resourceVersion === resourceVersion) {
    memories.change(key, { confirmedVersion: resourceVersion });
    return true;
  }
  consumerMutations.recordWrite(key, cached.object, live);
  return false;
}
