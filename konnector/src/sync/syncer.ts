/**
 * Syncs all objects of one API: the caches of both clusters enqueue keys for
 * one reconcile, which the engine runs.
 */
import {
  createCache,
  keyOf,
  parseKey,
  priorityOf,
  type Cache,
  type Priority,
  type Unstructured,
} from '@klutch/kube';
import { isAdoptable } from '../ownership/isAdoptable';
import { createSingleTenantCheck } from '../providerCaches/singleTenantCheck';
import type { ProviderCache } from '../providerCaches/ProviderCache';
import {
  deletionIndex,
  pendingDeletionSource,
} from '../deletion/pendingDeletions';
import { IssueTracker } from '../feedback/IssueTracker';
import { MutationCache } from '../mutationCache';
import { onNamespaceAdded } from '../namespaces/appClusterNamespaces';
import { trackFailure, type Failure } from '../failure';
import { CopyStructureSharing } from './memory/CopyStructureSharing';
import { leadershipStartOf } from '../leaderElection/leadershipStart';
import { SyncMetrics } from '../metrics/syncMetrics';
import { ObjectMemories } from './memory/objectMemory';
import { allCopiesSynced } from '../providerCaches/allCopiesSynced';
import { reconcileObject } from './reconcile';
import type { SyncState } from './reconcileScope';
import { classifyOwnership, isMarkedForOther } from '../ownership/ownership';
import { foreignObject, syncedObjectOf } from './syncedObject';
import type { Syncer, SyncerOptions } from './SyncerOptions';

/**
 * Delay after a CRD change until API servers serve the new schema;
 * milliseconds.
 */
const schemaDelayMs = 1_000;
const byNamespace = 'namespace';

/**
 * Starts to sync one API. Caches start immediately, reconciles when the engine
 * runs.
 */
export function startSyncer(options: SyncerOptions): Syncer {
  const { mapping, serviceNamespaces, consumerClient, providerClient } =
    options;
  const { engine, crdName, metrics } = options;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = options.logger.child({ api: crdName });

  const asObject = syncedObjectOf(mapping.consumer);
  const asCopy = syncedObjectOf(mapping.provider);
  const structureSharing = new CopyStructureSharing({
    mapping,
    object: cachedObject,
    copies: cachedCopies,
  });
  const consumers: Cache<Unstructured> = createCache({
    client: consumerClient,
    resource: mapping.consumer,
    project: object => structureSharing.shareObject(asObject(object)),
    indexes: {
      [byNamespace]: object => [object.metadata.namespace ?? ''],
      ...deletionIndex,
    },
    logger,
    metrics,
  });
  const enqueue = (key: string, priority: Priority, delayMs?: number) =>
    engine.enqueue(crdName, key, priority, delayMs);
  const changed = () => {
    if (!signal.aborted) options.changed();
  };
  let isRunning = false;
  const issueTracker = new IssueTracker({
    changed,
    failure,
    keys: allKeys,
    isComplete,
    enqueue: key => enqueue(key, 'initial'),
  });
  const { counters: issueCounters } = issueTracker;
  const enqueueAll = (namespace: string) => {
    consumers
      .byIndex(byNamespace, namespace)
      .forEach(object => enqueue(keyOf(object), 'initial'));
    // A copy without an object is no longer found once its service namespace is
    // deleted, as its key is unknown then.
    [...issueCounters.names()]
      .filter(key => (parseKey(key).namespace ?? '') === namespace)
      .forEach(key => enqueue(key, 'status'));
  };

  const consumerMutations = new MutationCache<Unstructured>();
  const providerMutations = new MutationCache<Unstructured>();
  const memories = new ObjectMemories();
  const leadershipStart = leadershipStartOf(
    consumerClient,
    mapping.consumer,
    signal,
  );
  const syncMetrics = new SyncMetrics(crdName, metrics);
  const claimant = { pins: options.pins, marks: mapping.marks };
  const singleTenantCheck = createSingleTenantCheck({
    mapping,
    pins: options.pins,
    crdName,
    changed() {
      enqueueAll('');
      options.changed();
    },
  });
  const providers: ProviderCache<Unstructured> = options.startProviderCache({
    client: providerClient,
    resource: mapping.provider,
    project: object =>
      isMarkedForOther(object, claimant)
        ? foreignObject(object)
        : structureSharing.shareCopy(asCopy(object)),
    changed(change) {
      const { type, object, source } = change;
      singleTenantCheck.observe(change);
      if (
        type !== 'deleted' &&
        providerMutations.observe(keyOf(object), object)
      ) {
        return;
      }
      const { namespace: serviceNamespace, name = '' } = object.metadata;
      const key = mapping.consumerKeyAt({ namespace: serviceNamespace, name });
      if (key === undefined) return;
      if (source === 'watch' && engine.isRunning)
        syncMetrics.changeObserved(key, 'down');
      enqueue(key, source === 'list' ? 'initial' : 'status');
      const { namespace } = parseKey(key);
      if (type === 'deleted' && namespace) options.copyDeleted(namespace);
    },
    namespaceSynced(namespace) {
      structureSharing.forgetCopies(namespace);
      enqueueAll(namespace);
      options.changed();
    },
    healthChanged: options.changed,
    signal,
    logger,
    metrics,
  });
  function cachedObject(key: string) {
    return consumers.get(key);
  }
  function cachedCopies() {
    return providers;
  }
  function isComplete(): boolean {
    return isRunning && allCopiesSynced(mapping, providers, serviceNamespaces);
  }
  const state: SyncState = {
    parts: { ...options, consumers, providers },
    consumerMutations,
    providerMutations,
    memories,
    leadershipStart,
    issueCounters,
    syncMetrics,
    refusal: singleTenantCheck.refusal,
  };
  /**
   * Keys of adoptable objects on the control plane, and of copies whose object
   * is missing.
   */
  const withoutObject = (objects: readonly Unstructured[]) =>
    objects
      .filter(
        object =>
          isAdoptable(object, mapping.marks) ||
          classifyOwnership(object, claimant).owner === 'us',
      )
      .flatMap(object => mapping.consumerKeyOf(object) ?? [])
      .filter(key => !consumers.get(key));

  /**
   * Empty until the service namespaces are known: before, the keys of copies
   * are unknown.
   */
  function allKeys(): string[] {
    if (!isRunning) return [];
    return [...consumers.list().map(keyOf), ...withoutObject(providers.all())];
  }

  const removeSource = options.breaker.addSource(
    pendingDeletionSource({ mapping, consumers, providers, memories }, key =>
      enqueue(key, 'user'),
    ),
  );
  signal.addEventListener('abort', removeSource, { once: true });

  const unregisterGauges = metrics?.gauges.api(crdName, () => ({
    objects: consumers.list().length,
    orphans: issueTracker.report().orphans?.count,
  }));
  if (unregisterGauges)
    signal.addEventListener('abort', unregisterGauges, { once: true });

  const consumerFailure = trackFailure(consumers, 'of the app cluster');
  function failure(): Failure | undefined {
    return consumerFailure() ?? providers.failure();
  }
  consumers.subscribe(change => {
    const { type, key, object } = change;
    if (type === 'deleted') options.events.forget(object);
    else if (consumerMutations.observe(key, object)) return;
    else if (change.source === 'watch' && engine.isRunning) {
      syncMetrics.changeObserved(key, 'up');
    }
    enqueue(key, priorityOf(change));
  });
  const unsubscribe = serviceNamespaces.cache.subscribe(({ type, object }) => {
    const { name = '' } = object.metadata;
    if (type === 'deleted') structureSharing.forgetCopies(name);
    enqueueAll(name);
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
  onNamespaceAdded(
    options.namespaces,
    namespace =>
      withoutObject(
        providers.list(serviceNamespaces.of(namespace) ?? ''),
      ).forEach(key => enqueue(key, 'status')),
    signal,
  );
  consumers.onHealth(changed);
  consumers.whenSynced(signal).then(
    () => {
      structureSharing.stopBuffering();
      options.changed();
    },
    () => undefined,
  );
  consumers.start(signal);
  options.leadership.onStartedLeading(() => {
    leadershipStart.onStartedLeading();
    issueTracker.start();
  }, signal);

  // Before that, objects would seem to be missing, or to be without a service
  // namespace.
  Promise.all([
    consumers.whenSynced(signal),
    serviceNamespaces.cache.whenSynced(signal),
  ]).then(
    () => {
      if (signal.aborted) return;
      isRunning = true;
      engine.register(crdName, {
        signal,
        keys: allKeys,
        reconcile: (key, context) =>
          syncMetrics.measureReconcile(key, () =>
            issueTracker.scan(key, scanResult =>
              reconcileObject(state, key, context, scanResult),
            ),
          ),
      });
      options.changed();
    },
    () => undefined,
  );

  return {
    get synced() {
      return consumers.synced;
    },
    get refusal() {
      return singleTenantCheck.refusal()?.why;
    },
    issueReports: () => issueTracker.report(),
    failure,
    schemaChanged() {
      // Objects that could not be adopted may be accepted now.
      [...memories.forgetRejections(), ...issueCounters.names()].forEach(key =>
        enqueue(key, 'user', schemaDelayMs),
      );
    },
    async stop() {
      stopped.abort();
      await engine.unregister(crdName);
    },
  };
}
