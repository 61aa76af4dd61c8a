/** Asks app clusters what a user may do, and caches the result for half a minute. */
import { resourceName } from '@klutch/kube';
import { LRUCache } from 'lru-cache';
import type { ApiDescriptor } from '../claimApis/claimResource';
import type { AppCluster } from '../clusters/AppCluster';
import type { Person } from './Caller';

/** An access review for claims of an API; for all namespaces when `namespace` is absent. */
interface AccessReviewRequest {
  cluster: AppCluster;
  person: Person;
  verb: 'list' | 'create';
  api: ApiDescriptor;
  namespace?: string;
}

/**
 * How long list rows may remain visible after the right to see them was revoked. Detail reads and writes are
 * authorized by the cluster itself.
 */
const CACHE_TTL_MS = 30_000;
const CACHE_MAX_ENTRIES = 50_000;

function cacheKey({
  cluster,
  person,
  verb,
  api,
  namespace,
}: AccessReviewRequest): string {
  const { user, groups } = person.kubernetes;
  return JSON.stringify([
    cluster.id,
    user,
    groups,
    verb,
    resourceName(api),
    namespace,
  ]);
}

/** Cached access reviews of users. */
export class AccessReviews {
  readonly #cache = new LRUCache<string, boolean, AccessReviewRequest>({
    max: CACHE_MAX_ENTRIES,
    ttl: CACHE_TTL_MS,
    fetchMethod: (_key, _stale, { context }) => reviewAccess(context),
    // While a cluster is unreachable, its rows stay visible to users who saw them before.
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
  });

  /** The namespaces in which the action is allowed; none when the cluster does not respond. */
  async allowedNamespaces(
    request: Omit<AccessReviewRequest, 'namespace'>,
    namespaces: Iterable<string>,
  ): Promise<Set<string>> {
    const all = [...new Set(namespaces)];
    if (all.length === 0) return new Set();
    if (await this.#isAllowed(request)) return new Set(all);
    const results = await Promise.all(
      all.map(namespace => this.#isAllowed({ ...request, namespace })),
    );
    return new Set(all.filter((_, index) => results[index]));
  }

  async #isAllowed(request: AccessReviewRequest): Promise<boolean> {
    const key = cacheKey(request);
    if (!request.cluster.reachability.reachable) {
      return this.#cache.get(key, { allowStale: true }) ?? false;
    }
    try {
      return (await this.#cache.fetch(key, { context: request })) ?? false;
    } catch {
      return false;
    }
  }
}

function reviewAccess(request: AccessReviewRequest): Promise<boolean> {
  const { cluster, person, verb, api, namespace } = request;
  return cluster.client.as(person.kubernetes).canI({
    verb,
    group: api.group,
    resource: api.plural,
    ...(namespace && { namespace }),
  });
}
