/**
 * Impersonation without the groups that the portal may not impersonate: with one such group, the API server refuses the
 * whole request.
 */
import type { KubeClient, Logger } from '@klutch/kube';
import { LRUCache } from 'lru-cache';
import { deferredClient } from './deferredClient';

/** How long a new right to impersonate a group may remain unused. */
const ANSWER_MAX_AGE_MS = 30_000;
const CACHE_MAX_ENTRIES = 10_000;

/**
 * The client, except that `as` leaves out groups that the client's own user may not impersonate. The cluster is asked
 * once for each group (SelfSubjectAccessReview), and the answer is cached. When there is no answer, a group is kept, so
 * that nobody silently loses rights.
 *
 * @param logger - logs each group that is left out
 */
export function withAllowedGroups(
  client: KubeClient,
  logger?: Logger,
): KubeClient {
  const answers = new LRUCache<string, boolean>({
    max: CACHE_MAX_ENTRIES,
    ttl: ANSWER_MAX_AGE_MS,
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: async (group, previous) => {
      const isAllowed = await client.canI({
        verb: 'impersonate',
        group: '',
        resource: 'groups',
        name: group,
      });
      if (!isAllowed && previous !== false) {
        logger?.warn(
          { group },
          "the portal may not impersonate this group, so its members act without it: apply the portal's roles for the group, or leave it out of klutch.identity.groups",
        );
      }
      return isAllowed;
    },
  });
  const isAllowed = (group: string): Promise<boolean> =>
    answers.fetch(group).then(
      answer => answer ?? true,
      () => true,
    );

  const filtering: KubeClient = {
    ...client,
    get server() {
      return client.server;
    },
    as(user) {
      // Throws at once for names that are never allowed.
      const unfiltered = client.as(user);
      // Nobody is impersonated with a token.
      if (user.groups.length === 0 || user.token) return unfiltered;
      return deferredClient(filtering, async () => {
        const allowed = await Promise.all(user.groups.map(isAllowed));
        const groups = user.groups.filter((_, index) => allowed[index]);
        return client.as({ ...user, groups });
      });
    },
  };
  return filtering;
}
