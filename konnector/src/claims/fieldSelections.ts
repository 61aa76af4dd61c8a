/** The objects that field selectors of claims select, as evaluated by the API servers: one watch per selector. */
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
import type {
  StartProviderCache,
  ProviderCache,
} from '../providerCaches/ProviderCache';
import type { Mapping } from '../mapping/Mapping';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { allCopiesSynced } from '../providerCaches/allCopiesSynced';
import { trackFailure, type Failure } from '../failure';
import { fieldSelectorOf, mayAffectSide } from './plan/claimSelection';
import {
  splitFieldSelector,
  type SplitFieldSelector,
} from './plan/splitFieldSelector';

/** Results of the field selectors on both clusters. */
export interface FieldSelections {
  /** Starts watches for the selectors of these claims and stops all others. */
  setClaims(claims: readonly PermissionClaim[]): void;
  /** Whether the claim's selectors select the object; false until the watch of the selector has synced. */
  selects(
    claim: PermissionClaim,
    side: ClaimOwner,
    object: KubeObject,
  ): boolean;
  /**
   * Whether the watches of the claim's selectors have synced for these keys. Before, the claim's effect on the pair
   * is unknown.
   */
  hasSyncedAt(
    claim: PermissionClaim,
    keys: Readonly<Record<ClaimOwner, ObjectKey>>,
  ): boolean;
  /** Whether all selector watches have synced. */
  hasSynced(): boolean;
  /** Why one of the servers cannot evaluate a selector, for example because of an unknown field. */
  failure(): Failure | undefined;
}

interface RunningSelector {
  stop: AbortController;
  consumers?: Cache<KubeObject>;
  providers?: ProviderCache<KubeObject>;
  failure: () => Failure | undefined;
}

/** Nothing is watched before {@link FieldSelections.setClaims} is called. */
export function createFieldSelections(options: {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  startProviderCache: StartProviderCache;
  mapping: Mapping;
  serviceNamespaces: ServiceNamespaces;
  /** Called when the result for an object may have changed. */
  changed: (key: string | undefined, priority: Priority) => void;
  /** Called when a selector watch has synced for a namespace of the app cluster; `''`: for all namespaces. */
  namespaceSynced: (namespace: string) => void;
  /** Called when {@link FieldSelections.hasSynced} or {@link FieldSelections.failure} may have changed. */
  healthChanged: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KubeMetrics;
}): FieldSelections {
  const { mapping, changed, logger, metrics } = options;
  const running = new Map<string, RunningSelector>();
  const splits = new WeakMap<PermissionClaim, SplitFieldSelector>();
  // Split once per claim, because the split is needed for every object.
  function splitOf(claim: PermissionClaim): SplitFieldSelector {
    const split =
      splits.get(claim) ?? splitFieldSelector(fieldSelectorOf(claim));
    splits.set(claim, split);
    return split;
  }
  const idOf = (side: ClaimOwner, fieldSelector: string) =>
    `${side} ${fieldSelector}`;

  function startSelector(
    side: ClaimOwner,
    fieldSelector: string,
  ): RunningSelector {
    const stop = new AbortController();
    const signal = AbortSignal.any([options.signal, stop.signal]);
    if (side === 'Provider') {
      const providers = options.startProviderCache<KubeObject>({
        client: options.providerClient,
        resource: metadataOf(mapping.provider),
        fieldSelector,
        changed: ({ object, source }) =>
          changed(
            mapping.consumerKeyOf(object),
            source === 'list' ? 'initial' : 'status',
          ),
        namespaceSynced: options.namespaceSynced,
        healthChanged: options.healthChanged,
        signal,
        logger,
        metrics,
      });
      return { stop, providers, failure: providers.failure };
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
      () => options.namespaceSynced(''),
      () => undefined,
    );
    consumers.start(signal);
    const failure = trackFailure(consumers, `selected by ${fieldSelector}`);
    return { stop, consumers, failure };
  }

  return {
    setClaims(claims) {
      const desired = new Map<string, [ClaimOwner, string]>();
      for (const claim of claims) {
        const { serverSelector } = splitOf(claim);
        if (serverSelector === '') continue;
        const sides = (['Provider', 'Consumer'] as const).filter(side =>
          mayAffectSide(claim, side),
        );
        sides.forEach(side =>
          desired.set(idOf(side, serverSelector), [side, serverSelector]),
        );
      }
      for (const [id, { stop }] of running) {
        if (desired.has(id)) continue;
        stop.abort();
        running.delete(id);
      }
      for (const [id, [side, server]] of desired) {
        if (!running.has(id)) running.set(id, startSelector(side, server));
      }
    },
    selects(claim, side, object) {
      const { serverSelector, matchesKey } = splitOf(claim);
      const { namespace, name = '' } = object.metadata;
      const consumerKey =
        side === 'Consumer'
          ? keyOf(object)
          : mapping.consumerKeyAt({ namespace, name });
      if (consumerKey === undefined || !matchesKey(parseKey(consumerKey)))
        return false;
      if (serverSelector === '') return true;
      const runningSelector = running.get(idOf(side, serverSelector));
      return (
        runningSelector?.consumers?.get(keyOf(object)) !== undefined ||
        runningSelector?.providers?.get({ namespace, name }) !== undefined
      );
    },
    hasSyncedAt(claim, keys) {
      const { serverSelector } = splitOf(claim);
      const { consumers } = running.get(idOf('Consumer', serverSelector)) ?? {};
      const { providers } = running.get(idOf('Provider', serverSelector)) ?? {};
      return (
        consumers?.synced !== false &&
        providers?.hasSynced(keys.Provider) !== false
      );
    },
    hasSynced: () =>
      [...running.values()].every(
        ({ consumers, providers }) =>
          consumers?.synced !== false &&
          (!providers ||
            allCopiesSynced(mapping, providers, options.serviceNamespaces)),
      ),
    failure: () =>
      [...running.values()].map(({ failure }) => failure()).find(Boolean),
  };
}
