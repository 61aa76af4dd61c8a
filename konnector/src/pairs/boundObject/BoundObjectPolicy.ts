/** Syncs all objects of one API. */
import {
  apiVersionOf,
  keyOf,
  type CacheChange,
  type ReconcileContext,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import {
  deletionIndex,
  pendingDeletionSource,
} from '../../deletion/pendingDeletions';
import type { ReconcileResult } from '../../feedback/IssueTracker';
import { ownMarksIn } from '../../markers';
import { SyncMetrics } from '../../metrics/syncMetrics';
import { MutationCache } from '../../mutationCache';
import { onAbort } from '../../onAbort';
import {
  classifyOwnership,
  isAdoptable,
  isMarkedForOther,
} from '../../ownership/ownership';
import { PairController } from '../PairController';
import type { PairPolicy } from '../PairPolicy';
import { CopyStructureSharing } from './memory/CopyStructureSharing';
import { forgetRejections, type ObjectMemory } from './memory/objectMemory';
import { reconcileObject } from './reconcileBound';
import type { BoundObjectOptions, SyncState } from './reconcileScope';

/** Delay after a CRD change until API servers serve the new schema; milliseconds. */
const schemaDelayMs = 1_000;

type BoundPairs = PairController<Unstructured, ObjectMemory>;

/**
 * Creates the projection for one resource. All objects share the strings of `apiVersion` and `kind`; of the metadata,
 * only identity, synced entries and ownership are kept.
 */
export function syncedObjectOf(
  resource: Resource,
): (object: Unstructured) => Unstructured {
  const apiVersion = apiVersionOf(resource);
  const { kind } = resource;
  return ({ metadata, ...content }) => {
    const { name, namespace, uid, resourceVersion, generation } = metadata;
    const { deletionTimestamp, labels, annotations, finalizers } = metadata;
    const { ownerReferences = [] } = metadata;
    const kept: Unstructured['metadata'] = { name, uid, resourceVersion };
    if (namespace !== undefined) kept.namespace = namespace;
    if (generation !== undefined) kept.generation = generation;
    if (deletionTimestamp) kept.deletionTimestamp = deletionTimestamp;
    if (labels) kept.labels = labels;
    if (annotations) kept.annotations = annotations;
    if (finalizers) kept.finalizers = finalizers;
    if (ownerReferences.length > 0) kept.ownerReferences = ownerReferences;
    return { ...content, apiVersion, kind, metadata: kept };
  };
}

/**
 * The projection of another app cluster's object: existence and ownership only. Where one watch contains all tenants'
 * objects, keeping their content would cost each konnector the memory of all tenants.
 */
function foreignObject({
  apiVersion,
  kind,
  metadata,
}: Unstructured): Unstructured {
  const { name, namespace, uid, resourceVersion } = metadata;
  const kept: Unstructured['metadata'] = { name, uid, resourceVersion };
  if (namespace !== undefined) kept.namespace = namespace;
  kept.annotations = ownMarksIn(metadata.annotations ?? {});
  return { apiVersion, kind, metadata: kept };
}

/** Watches and their objects, without what other tenants' objects contain. */
function openPairs(options: BoundObjectOptions): BoundPairs {
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
  return pairs;
}

/** What is done with an object of a bound API and its copy: the syncer of one API. */
export class BoundObjectPolicy implements PairPolicy<Unstructured> {
  readonly pairs: BoundPairs;
  private readonly state: SyncState;

  constructor(private readonly options: BoundObjectOptions) {
    const pairs = openPairs(options);
    const { consumers, providers, memories, leadershipStart } = pairs;
    this.pairs = pairs;
    this.state = {
      ...options,
      consumers,
      providers,
      consumerMutations: new MutationCache(),
      providerMutations: new MutationCache(),
      memories,
      leadershipStart,
      syncMetrics: new SyncMetrics(options.crdName, options.metrics),
      refusal: pairs.refusal,
    };
  }

  /** Starts to watch the app cluster; reconciles start when the engine runs. Call once only. */
  start(): void {
    const { options, pairs, state } = this;
    const retry = (key: string) => pairs.enqueue(key, 'user');
    const source = pendingDeletionSource(state, retry);
    onAbort(pairs.signal, options.breaker.addSource(source));
    const labels = { api: options.crdName };
    options.metrics?.gauges.add(
      {
        klutch_konnector_objects: () => [
          { labels, value: pairs.consumers.list().length },
        ],
        klutch_konnector_orphaned_copies: () => [
          { labels, value: pairs.issueTracker.report().orphans?.count },
        ],
      },
      pairs.signal,
    );
    pairs.start(this);
  }

  reconcile(
    key: string,
    context: ReconcileContext,
    result: ReconcileResult,
  ): Promise<void> {
    return this.state.syncMetrics.measureReconcile(key, () =>
      reconcileObject(this.state, key, context, result),
    );
  }

  consumerChanged({ type, key, object, source }: CacheChange<Unstructured>) {
    if (type === 'deleted') return true;
    if (this.state.consumerMutations.observe(key, object)) return false;
    if (source === 'watch') this.changeObserved(key, 'up');
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

  /**
   * Call when the schema of the API changed on one of the clusters: objects that were rejected, or could not be
   * adopted, may be accepted now.
   */
  schemaChanged(): void {
    const { pairs } = this;
    const rejected = forgetRejections(pairs.memories);
    [...rejected, ...pairs.issueTracker.keys()].forEach(key =>
      pairs.enqueue(key, 'user', schemaDelayMs),
    );
  }
}
