/** Syncs all objects of one API. */
import {
  keyOf,
  type CacheChange,
  type ReconcileContext,
  type Unstructured,
} from '@klutch/kube';
import {
  deletionIndex,
  pendingDeletionSource,
} from '../../deletion/pendingDeletions';
import type { ScanResult } from '../../feedback/IssueTracker';
import { SyncMetrics } from '../../metrics/syncMetrics';
import { MutationCache } from '../../mutationCache';
import { isAdoptable } from '../../ownership/isAdoptable';
import { classifyOwnership, isMarkedForOther } from '../../ownership/ownership';
import { PairController } from '../PairController';
import type { PairPolicy } from '../PairPolicy';
import { CopyStructureSharing } from './memory/CopyStructureSharing';
import { ObjectMemories } from './memory/objectMemory';
import { reconcileObject } from './reconcileBound';
import type { SyncState } from './reconcileScope';
import { foreignObject, syncedObjectOf } from './syncedObject';
import type { Syncer, BoundObjectOptions } from './BoundObjectOptions';

/** Delay after a CRD change until API servers serve the new schema; milliseconds. */
const schemaDelayMs = 1_000;

type BoundPairs = PairController<Unstructured>;

/** What is done with an object of a bound API and its copy. */
class BoundObjectPolicy implements PairPolicy<Unstructured> {
  readonly state: SyncState;

  constructor(
    private readonly options: BoundObjectOptions,
    private readonly pairs: BoundPairs,
    private readonly structureSharing: CopyStructureSharing,
  ) {
    const { consumers, providers, leadershipStart, issueTracker } = pairs;
    this.state = {
      ...options,
      consumers,
      providers,
      consumerMutations: new MutationCache(),
      providerMutations: new MutationCache(),
      memories: new ObjectMemories(),
      leadershipStart,
      issueCounters: issueTracker.counters,
      syncMetrics: new SyncMetrics(options.crdName, options.metrics),
      refusal: pairs.refusal,
    };
  }

  reconcile(
    key: string,
    context: ReconcileContext,
    scanResult: ScanResult,
  ): Promise<void> {
    return this.state.syncMetrics.measureReconcile(key, () =>
      reconcileObject(this.state, key, context, scanResult),
    );
  }

  consumerChanged({ type, key, object, source }: CacheChange<Unstructured>) {
    if (type === 'deleted') this.options.events.forget(object);
    else if (this.state.consumerMutations.observe(key, object)) return false;
    else if (source === 'watch') this.changeObserved(key, 'up');
    return true;
  }

  providerChanged({ type, object, source }: CacheChange<Unstructured>) {
    if (
      type !== 'deleted' &&
      this.state.providerMutations.observe(keyOf(object), object)
    ) {
      return false;
    }
    const { namespace, name = '' } = object.metadata;
    const key = this.options.mapping.consumerKeyAt({ namespace, name });
    if (key !== undefined && source === 'watch')
      this.changeObserved(key, 'down');
    return true;
  }

  private changeObserved(key: string, direction: 'up' | 'down'): void {
    if (this.options.engine.isRunning)
      this.state.syncMetrics.changeObserved(key, direction);
  }

  consumersSynced(): void {
    this.structureSharing.stopBuffering();
  }

  namespaceSynced(namespace: string): void {
    this.structureSharing.forgetCopies(namespace);
  }

  serviceNamespaceDeleted(namespace: string): void {
    this.structureSharing.forgetCopies(namespace);
  }

  /** Objects that were rejected, or could not be adopted, may be accepted under a new schema. */
  schemaChanged(): void {
    const { memories, issueCounters } = this.state;
    [...memories.forgetRejections(), ...issueCounters.names()].forEach(key =>
      this.pairs.enqueue(key, 'user', schemaDelayMs),
    );
  }
}

/** Watches and their objects, without what other tenants' objects contain. */
function openPairs(options: BoundObjectOptions) {
  const { mapping, crdName } = options;
  const claimant = { pins: options.pins, marks: mapping.marks };
  const asObject = syncedObjectOf(mapping.consumer);
  const asCopy = syncedObjectOf(mapping.provider);
  const structureSharing = new CopyStructureSharing({
    mapping,
    object: cachedObject,
    copies: cachedCopies,
  });
  const logger = options.logger.child({ api: crdName });
  const pairs: BoundPairs = new PairController(
    { ...options, logger },
    {
      name: crdName,
      crdName,
      consumers: {
        resource: mapping.consumer,
        project: object => structureSharing.shareObject(asObject(object)),
        indexes: deletionIndex,
      },
      providers: {
        resource: mapping.provider,
        project: object =>
          isMarkedForOther(object, claimant)
            ? foreignObject(object)
            : structureSharing.shareCopy(asCopy(object)),
      },
      // Objects to adopt, and copies whose object is missing.
      pairsAlone: object =>
        isAdoptable(object, mapping.marks) ||
        classifyOwnership(object, claimant).owner === 'us',
    },
  );
  function cachedObject(key: string) {
    return pairs.consumers.get(key);
  }
  function cachedCopies() {
    return pairs.providers;
  }
  return { pairs, structureSharing };
}

/** Starts to sync one API. Caches start immediately, reconciles when the engine runs. */
export function startSyncer(options: BoundObjectOptions): Syncer {
  const { crdName, metrics } = options;
  const { pairs, structureSharing } = openPairs(options);
  const { consumers, issueTracker, signal } = pairs;
  const policy = new BoundObjectPolicy(options, pairs, structureSharing);
  const removeSource = options.breaker.addSource(
    pendingDeletionSource(policy.state, key => pairs.enqueue(key, 'user')),
  );
  signal.addEventListener('abort', removeSource, { once: true });
  const unregisterGauges = metrics?.gauges.api(crdName, () => ({
    objects: consumers.list().length,
    orphans: issueTracker.report().orphans?.count,
  }));
  if (unregisterGauges)
    signal.addEventListener('abort', unregisterGauges, { once: true });
  pairs.start(policy);

  return {
    get synced() {
      return consumers.synced;
    },
    get refusal() {
      return pairs.refusal()?.why;
    },
    issueReports: () => issueTracker.report(),
    failure: () => pairs.failure(),
    schemaChanged: () => policy.schemaChanged(),
    stop: () => pairs.stop(),
  };
}
