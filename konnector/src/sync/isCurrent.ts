/** Asked before anything goes up: is the object still as the cache shows it? */
import type { SyncFacts } from './plan/model';
import type { Cached, Run } from './run';

/**
 * A cache may begin with a list from an API server that is behind, and that of a standby may lag at its takeover. An object
 * in it may have been deleted since, and its copy with it, or may say something else by now: a copy made from it would
 * bring back what a user has deleted, at worst a database. So what may be older than our time as leader is read once.
 * @returns false: it was another one, which is known now; the next plan is made from it.
 */
export async function isCurrent(
  { state, key, objectKey }: Run,
  { object }: SyncFacts,
  cached: Cached,
): Promise<boolean> {
  const { parts, memories, leadershipStart, consumerMutations } = state;
  const { resourceVersion } = object.metadata;
  if (
    // From the answer of a write or read of our own.
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
