/** Which objects the field selectors of claims select: the server says so, by a watch of its own for each selector. */
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import {
  createCache,
  keyOf,
  metadataOf,
  parseKey,
  priorityOf,
  type Cache,
  type KubeClient,
  type KubeObject,
  type Logger,
  type ObjectKey,
  type Priority,
  type KubeMetrics,
} from '@klutch/kube';
import type { FollowCopies, ProviderObjects } from '../copies/ProviderObjects';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { copiesKnown } from '../copies/copiesKnown';
import { followTrouble, type Trouble } from '../trouble';
import { fieldsOf, mayMatter } from './plan/claimSelection';
import { splitFields, type SplitFields } from './plan/splitFields';

/** The answers of both servers. */
export interface FieldSelections {
  /** Puts watches in place for the selectors of these claims, and ends those of others. */
  follow(claims: readonly PermissionClaim[]): void;
  /** Whether the claim's selectors select the object; no, as long as the server has not said so. */
  select(claim: PermissionClaim, side: ClaimOwner, object: KubeObject): boolean;
  /** Whether the servers have said so of the objects at a place; before that, nobody can tell what the claim would do there. */
  isKnownAt(
    claim: PermissionClaim,
    place: Readonly<Record<ClaimOwner, ObjectKey>>,
  ): boolean;
  /** Whether they have said so of all objects that are there. */
  isKnown(): boolean;
  /** What keeps it from asking one of the servers, such as a field it does not know. */
  trouble(): Trouble | undefined;
}

interface Selected {
  stop: AbortController;
  consumers?: Cache<KubeObject>;
  providers?: ProviderObjects<KubeObject>;
  trouble: () => Trouble | undefined;
}

/** Nothing is watched before {@link FieldSelections.follow} is called. */
export function createFieldSelections(options: {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  followCopies: FollowCopies;
  mapping: Mapping;
  serviceNamespaces: ServiceNamespaces;
  /** The answer for an object may have changed. */
  changed: (key: string | undefined, priority: Priority) => void;
  /** They are known of a namespace of the app cluster; `''`: of all. */
  becameKnown: (namespace: string) => void;
  /** So may {@link FieldSelections.isKnown} or {@link FieldSelections.trouble}. */
  healthChanged: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}): FieldSelections {
  const { mapping, changed, logger, metrics } = options;
  const running = new Map<string, Selected>();
  const splits = new WeakMap<PermissionClaim, SplitFields>();
  // Once a claim, as it is asked of every object.
  function splitOf(claim: PermissionClaim): SplitFields {
    const split = splits.get(claim) ?? splitFields(fieldsOf(claim));
    splits.set(claim, split);
    return split;
  }
  const idOf = (side: ClaimOwner, fieldSelector: string) =>
    `${side} ${fieldSelector}`;

  function begin(side: ClaimOwner, fieldSelector: string): Selected {
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    if (side === 'Provider') {
      const providers = options.followCopies<KubeObject>({
        client: options.providerClient,
        resource: metadataOf(mapping.provider),
        fieldSelector,
        changed: ({ object, source }) =>
          changed(
            mapping.consumerKeyOf(object),
            source === 'list' ? 'initial' : 'status',
          ),
        becameKnown: options.becameKnown,
        healthChanged: options.healthChanged,
        signal,
        logger,
        metrics,
      });
      return { stop, providers, trouble: providers.trouble };
    }
    const consumers = createCache({
      client: options.consumerClient,
      resource: metadataOf(mapping.consumer),
      fieldSelector,
      logger,
      metrics,
    });
    consumers.subscribe(change => changed(change.key, priorityOf(change)));
    consumers.onHealth(options.healthChanged);
    consumers.whenSynced(signal).then(
      () => options.becameKnown(''),
      () => undefined,
    );
    consumers.start(signal);
    const trouble = followTrouble(consumers, `selected by ${fieldSelector}`);
    return { stop, consumers, trouble };
  }

  return {
    follow(claims) {
      const wanted = new Map<string, [ClaimOwner, string]>();
      for (const claim of claims) {
        const { server } = splitOf(claim);
        if (server === '') continue;
        const sides = (['Provider', 'Consumer'] as const).filter(side =>
          mayMatter(claim, side),
        );
        sides.forEach(side => wanted.set(idOf(side, server), [side, server]));
      }
      for (const [id, { stop }] of running) {
        if (wanted.has(id)) continue;
        stop.abort();
        running.delete(id);
      }
      for (const [id, [side, server]] of wanted) {
        if (!running.has(id)) running.set(id, begin(side, server));
      }
    },
    select(claim, side, object) {
      const { server, allowsPlace } = splitOf(claim);
      const { namespace, name = '' } = object.metadata;
      const here =
        side === 'Consumer'
          ? keyOf(object)
          : mapping.consumerKeyAt({ namespace, name });
      if (here === undefined || !allowsPlace(parseKey(here))) return false;
      if (server === '') return true;
      const selected = running.get(idOf(side, server));
      return (
        selected?.consumers?.get(keyOf(object)) !== undefined ||
        selected?.providers?.get({ namespace, name }) !== undefined
      );
    },
    isKnownAt(claim, place) {
      const { server } = splitOf(claim);
      const { consumers } = running.get(idOf('Consumer', server)) ?? {};
      const { providers } = running.get(idOf('Provider', server)) ?? {};
      return (
        consumers?.synced !== false &&
        providers?.known(place.Provider) !== false
      );
    },
    isKnown: () =>
      [...running.values()].every(
        ({ consumers, providers }) =>
          consumers?.synced !== false &&
          (!providers ||
            copiesKnown(mapping, providers, options.serviceNamespaces)),
      ),
    trouble: () =>
      [...running.values()].map(({ trouble }) => trouble()).find(Boolean),
  };
}
