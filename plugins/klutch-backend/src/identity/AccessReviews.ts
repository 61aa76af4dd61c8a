/** Asks app clusters what users may do, and caches the answers. */
import { parseApiName } from '@klutch/bind-api';
import { LRUCache } from 'lru-cache';
import type { AppCluster } from '../clusters/AppCluster';
import {
  allNamespaces,
  isAllowedBy,
  reviewRules,
  type AccessRules,
} from './accessRules';
import type { Person } from './Caller';

/** A person on an app cluster. */
export interface AccessSubject {
  cluster: AppCluster;
  person: Person;
}

/** All objects of an API in a namespace. */
export interface AccessTarget {
  /** `<plural>.<group>` */
  resource: string;
  namespace: string;
}

/** A right that is asked for by itself. */
interface SingleRight extends AccessTarget {
  verb: string;
  /** Absent: for all objects. */
  name?: string;
}

/** Verbs that are asked about. */
type AccessVerb = 'get' | 'list' | 'create';

/** Whether something is allowed; undefined when the cluster did not say. */
type Answer = boolean | undefined;

/** How long reviewed rules are used. */
interface Lifetime {
  /** Older rules are read again in the background, while the present ones are used. */
  refreshAfterMs: number;
  /**
   * Older rules are not used: how long list rows may remain visible after the right to see them was revoked, where the
   * portal may not watch roles. Writes are authorized by the cluster itself.
   */
  maxAgeMs: number;
}

const MINUTE_MS = 60_000;
const unwatched: Lifetime = {
  refreshAfterMs: MINUTE_MS / 2,
  maxAgeMs: 5 * MINUTE_MS,
};
/** Where RoleBindings are watched, but not what they refer to. */
const roleBindingsWatched: Lifetime = {
  refreshAfterMs: 2 * MINUTE_MS,
  maxAgeMs: 5 * MINUTE_MS,
};
/** Where all that RBAC decides by is watched, so that only another authorizer changes rights unnoticed. */
const allWatched: Lifetime = {
  refreshAfterMs: 30 * MINUTE_MS,
  maxAgeMs: 60 * MINUTE_MS,
};
const CACHE_MAX_ENTRIES = 50_000;

interface CachedRules {
  rules: AccessRules;
  readAt: number;
}

/** The same for the same rules: the API server lists them in no particular order. */
const textOf = ({ incomplete, resourceRules }: AccessRules): string =>
  JSON.stringify([
    incomplete,
    resourceRules.map(rule => JSON.stringify(rule)).sort(),
  ]);

/** Cached rights of users: one review per person, cluster and namespace answers for all APIs. */
export class AccessReviews {
  readonly #onChange: () => void;
  readonly #rules = new LRUCache<
    string,
    CachedRules,
    AccessSubject & { namespace: string }
  >({
    max: CACHE_MAX_ENTRIES,
    // While a cluster is unreachable, its rows stay visible to users who saw them before.
    noDeleteOnFetchRejection: true,
    fetchMethod: async (_key, previous, { context }) => {
      const { cluster, person, namespace } = context;
      const client = cluster.reviewClient.as(person.kubernetes);
      const rules = await reviewRules(client, namespace);
      if (previous && textOf(previous.rules) !== textOf(rules)) {
        this.#onChange();
      }
      return { rules, readAt: Date.now() };
    },
  });

  /** Reviews of single rights, needed where an authorizer does not list its rules. */
  readonly #reviews = new LRUCache<
    string,
    boolean,
    AccessSubject & SingleRight
  >({
    max: CACHE_MAX_ENTRIES,
    ttl: unwatched.refreshAfterMs,
    perf: Date,
    // While a cluster is unreachable, its rows stay visible to users who saw them before.
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: async (_key, previous, { context }) => {
      const { cluster, person, verb, resource, namespace, name } = context;
      const { group, resource: plural } = parseApiName(resource);
      const client = cluster.reviewClient.as(person.kubernetes);
      const isAllowed = await client.canI({
        verb,
        group,
        resource: plural,
        ...(namespace !== allNamespaces && { namespace }),
        ...(name && { name }),
      });
      if (previous !== undefined && previous !== isAllowed) this.#onChange();
      return isAllowed;
    },
  });

  /** @param onChange - called when refreshed rules differ from those that were used meanwhile */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The targets for which the verb is allowed; none when the cluster does not respond. */
  async allowed<T extends AccessTarget>(
    subject: AccessSubject,
    verb: AccessVerb,
    targets: readonly T[],
  ): Promise<T[]> {
    return (await this.review(subject, verb, targets)).allowed;
  }

  /**
   * As {@link AccessReviews.allowed}, and those for which it is not. `complete` is false when it is unknown for some
   * targets, which are in neither list.
   */
  async review<T extends AccessTarget>(
    subject: AccessSubject,
    verb: AccessVerb,
    targets: readonly T[],
  ): Promise<{ allowed: T[]; refused: T[]; complete: boolean }> {
    if (targets.length === 0) {
      return { allowed: [], refused: [], complete: true };
    }
    const mayHaveMore = await this.#namespacesWithMore(subject);
    const everywhere = new Map<string, Promise<Answer>>();
    for (const { resource } of targets) {
      if (everywhere.has(resource)) continue;
      const review = this.#isAllowedIn(allNamespaces, subject, verb, resource);
      everywhere.set(resource, review);
    }
    const isAllowed = async ({ resource, namespace }: T): Promise<Answer> => {
      const inAll = await everywhere.get(resource);
      if (inAll || !mayHaveMore(namespace)) return inAll;
      const here = await this.#isAllowedIn(namespace, subject, verb, resource);
      if (here) return true;
      return inAll === undefined ? undefined : here;
    };
    const answers = await Promise.all(targets.map(isAllowed));
    return {
      allowed: targets.filter((_, index) => answers[index]),
      refused: targets.filter((_, index) => answers[index] === false),
      complete: !answers.includes(undefined),
    };
  }

  /**
   * The rules of each namespace; undefined when the cluster does not respond. Asks about no namespace to which the rules
   * for all namespaces apply, as far as this is known.
   */
  async rulesOf(
    subject: AccessSubject,
    namespaces: Iterable<string>,
  ): Promise<Map<string, AccessRules | undefined>> {
    const everywhere = await this.rulesIn(subject, allNamespaces);
    const mayHaveMore = await this.#namespacesWithMore(subject);
    const isKnown = (namespace: string) =>
      everywhere && (everywhere.incomplete || !mayHaveMore(namespace));
    return new Map(
      await Promise.all(
        [...new Set(namespaces)].map(
          async namespace =>
            [
              namespace,
              isKnown(namespace)
                ? everywhere
                : await this.rulesIn(subject, namespace),
            ] as const,
        ),
      ),
    );
  }

  /** Tells whether a person may have rights in a namespace beyond those in all namespaces. */
  async #namespacesWithMore(
    subject: AccessSubject,
  ): Promise<(namespace: string) => boolean> {
    const { cluster, person } = subject;
    const rules = await this.rulesIn(subject, allNamespaces);
    const bound = cluster.roleBindings.namespacesOf(person.kubernetes);
    // An authorizer that lists no rules may allow more without a RoleBinding.
    if (!bound || !rules || rules.incomplete) return () => true;
    return namespace => bound.has(namespace);
  }

  /** Whether a person has a right that the rules do not list; undefined when the cluster does not say. */
  hasRight(
    subject: AccessSubject,
    right: SingleRight,
  ): Promise<boolean | undefined> {
    return this.#review(subject, right);
  }

  async #isAllowedIn(
    namespace: string,
    subject: AccessSubject,
    verb: string,
    resource: string,
  ): Promise<Answer> {
    const rules = await this.rulesIn(subject, namespace);
    if (!rules) return undefined;
    // An authorizer that lists no rules may allow more, or stand in front of the others and allow less.
    return rules.incomplete
      ? this.#review(subject, { verb, resource, namespace })
      : isAllowedBy(rules, verb, resource);
  }

  /** The rules for a namespace; undefined when the cluster does not respond. */
  async rulesIn(
    subject: AccessSubject,
    namespace: string,
  ): Promise<AccessRules | undefined> {
    const revisions = revisionsIn(subject.cluster, namespace);
    const key = cacheKey(subject, namespace, JSON.stringify(revisions));
    const cached = this.#rules.get(key);
    if (!subject.cluster.reachability.reachable) return cached?.rules;
    const ageMs = cached ? Date.now() - cached.readAt : Infinity;
    const { refreshAfterMs, maxAgeMs } = lifetimeOf(cached?.rules, revisions);
    if (cached && ageMs <= refreshAfterMs) return cached.rules;
    const context = { ...subject, namespace };
    const refreshed = this.#rules
      .fetch(key, { context, forceRefresh: true })
      .then(
        current => current?.rules,
        () => undefined,
      );
    return ageMs <= maxAgeMs ? cached?.rules : refreshed;
  }

  async #review(subject: AccessSubject, right: SingleRight): Promise<Answer> {
    const { verb, resource, namespace, name = '' } = right;
    const key = cacheKey(subject, namespace, verb, resource, name);
    if (!subject.cluster.reachability.reachable) {
      return this.#reviews.get(key, { allowStale: true });
    }
    const context = { ...subject, ...right };
    const overdueMs = -this.#reviews.getRemainingTTL(key);
    // Read again in the background, as rules are, so that no list waits for as many reviews as there are namespaces.
    const allowStale =
      overdueMs <= unwatched.maxAgeMs - unwatched.refreshAfterMs;
    return this.#reviews
      .fetch(key, { context, allowStale })
      .catch(() => undefined);
  }
}

/** Differ when rights may have changed; undefined where changes are not noticed. */
interface Revisions {
  roleBindings: number | undefined;
  roles: number | undefined;
}

function revisionsIn(cluster: AppCluster, namespace: string): Revisions {
  const roles = cluster.roles.revision(namespace);
  // No RoleBinding is in all namespaces.
  return namespace === allNamespaces
    ? { roleBindings: roles, roles }
    : { roleBindings: cluster.roleBindings.revision(namespace), roles };
}

function lifetimeOf(
  rules: AccessRules | undefined,
  { roleBindings, roles }: Revisions,
): Lifetime {
  if (roleBindings === undefined) return unwatched;
  // An authorizer that lists no rules may change what it allows.
  const isAllWatched = roles !== undefined && !rules?.incomplete;
  return isAllWatched ? allWatched : roleBindingsWatched;
}

function cacheKey(
  { cluster, person }: AccessSubject,
  ...parts: string[]
): string {
  const { user, groups } = person.kubernetes;
  return JSON.stringify([cluster.connectionId, user, groups, ...parts]);
}
