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
} from '../../providerCaches/ProviderCache';
import type { Mapping } from '../../mapping/Mapping';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';
import { allCopiesSynced } from '../../providerCaches/allCopiesSynced';
import { trackFailure, type Failure } from '../../failure';
import { fieldSelectorOf, mayAffectSide } from './plan/claimSelection';
import {
  splitFieldSelector,
  type SplitFieldSelector,
} from './plan/splitFieldSelector';

interface RunningSelector {
  stop: AbortController;
  consumers?: Cache<KubeObject>;
  providers?: ProviderCache<KubeObject>;
  failure: () => Failure | undefined;
}

interface FieldSelectionsOptions {
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
}

function watchProviders(
  options: FieldSelectionsOptions,
  fieldSelector: string,
  stop: AbortController,
): RunningSelector {
  const { mapping, changed } = options;
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
    signal: AbortSignal.any([options.signal, stop.signal]),
    logger: options.logger,
    metrics: options.metrics,
  });
  return { stop, providers, failure: () => providers.failure() };
}

function watchConsumers(
  options: FieldSelectionsOptions,
  fieldSelector: string,
  stop: AbortController,
): RunningSelector {
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const consumers = createCache({
    client: options.consumerClient,
    resource: metadataOf(options.mapping.consumer),
    fieldSelector,
    logger: options.logger,
    metrics: options.metrics,
  });
  consumers.subscribe(change =>
    options.changed(change.key, priorityOf(change)),
  );
  consumers.onHealth(options.healthChanged);
  consumers.whenSynced(signal).then(
    () => options.namespaceSynced(''),
    () => undefined,
  );
  consumers.start(signal);
  const failure = trackFailure(consumers, `selected by ${fieldSelector}`);
  return { stop, consumers, failure };
}

const idOf = (side: ClaimOwner, fieldSelector: string) =>
  `${side} ${fieldSelector}`;

/**
 * Results of the field selectors on both clusters. Nothing is watched before {@link FieldSelections.setClaims} is
 * called.
 */
export class FieldSelections {
  private readonly running = new Map<string, RunningSelector>();
  private readonly splits = new WeakMap<PermissionClaim, SplitFieldSelector>();

  constructor(private readonly options: FieldSelectionsOptions) {}

  /** Starts watches for the selectors of these claims and stops all others. */
  setClaims(claims: readonly PermissionClaim[]): void {
    const desired = this.selectorsOf(claims);
    for (const [id, { stop }] of this.running) {
      if (desired.has(id)) continue;
      stop.abort();
      this.running.delete(id);
    }
    for (const [id, [side, selector]] of desired) {
      if (this.running.has(id)) continue;
      const watch = side === 'Provider' ? watchProviders : watchConsumers;
      const stop = new AbortController();
      this.running.set(id, watch(this.options, selector, stop));
    }
  }

  /** Whether the claim's selectors select the object; false until the watch of the selector has synced. */
  selects(
    claim: PermissionClaim,
    side: ClaimOwner,
    object: KubeObject,
  ): boolean {
    const { serverSelector, matchesKey } = this.splitOf(claim);
    const { namespace, name = '' } = object.metadata;
    const consumerKey =
      side === 'Consumer'
        ? keyOf(object)
        : this.options.mapping.consumerKeyAt({ namespace, name });
    if (consumerKey === undefined || !matchesKey(parseKey(consumerKey)))
      return false;
    if (serverSelector === '') return true;
    const selector = this.running.get(idOf(side, serverSelector));
    return (
      selector?.consumers?.get(keyOf(object)) !== undefined ||
      selector?.providers?.get({ namespace, name }) !== undefined
    );
  }

  /**
   * Whether the watches of the claim's selectors have synced for these keys. Before, the claim's effect on the pair
   * is unknown.
   */
  hasSyncedAt(
    claim: PermissionClaim,
    keys: Readonly<Record<ClaimOwner, ObjectKey>>,
  ): boolean {
    const { serverSelector } = this.splitOf(claim);
    const consumer = this.running.get(idOf('Consumer', serverSelector));
    const provider = this.running.get(idOf('Provider', serverSelector));
    return (
      consumer?.consumers?.synced !== false &&
      provider?.providers?.hasSynced(keys.Provider) !== false
    );
  }

  /** Whether all selector watches have synced. */
  hasSynced(): boolean {
    const { mapping, serviceNamespaces } = this.options;
    return [...this.running.values()].every(
      ({ consumers, providers }) =>
        consumers?.synced !== false &&
        (!providers || allCopiesSynced(mapping, providers, serviceNamespaces)),
    );
  }

  /** Why one of the servers cannot evaluate a selector, for example because of an unknown field. */
  failure(): Failure | undefined {
    return [...this.running.values()]
      .map(({ failure }) => failure())
      .find(Boolean);
  }

  /** The selectors to watch, by id. */
  private selectorsOf(
    claims: readonly PermissionClaim[],
  ): Map<string, [ClaimOwner, string]> {
    const desired = new Map<string, [ClaimOwner, string]>();
    for (const claim of claims) {
      const { serverSelector } = this.splitOf(claim);
      if (serverSelector === '') continue;
      for (const side of ['Provider', 'Consumer'] as const) {
        if (!mayAffectSide(claim, side)) continue;
        desired.set(idOf(side, serverSelector), [side, serverSelector]);
      }
    }
    return desired;
  }

  /** Splits once per claim, because the split is needed for every object. */
  private splitOf(claim: PermissionClaim): SplitFieldSelector {
    const split =
      this.splits.get(claim) ?? splitFieldSelector(fieldSelectorOf(claim));
    this.splits.set(claim, split);
    return split;
  }
}
