/** Keeps all objects of one API in step: its caches on both clusters feed the one reconcile, in the engine's turn. */
import {
  createCache,
  keyOf,
  parseKey,
  priorityOf,
  type CacheChange,
  type KubeClient,
  type Logger,
  type Priority,
  type Unstructured,
} from '@klutch/kube';
import { isAdoptable } from '../adoption/isAdoptable';
import type { FollowCopies } from '../copies/ProviderObjects';
import { Sharing, whoseCopy } from '../copies/sharing';
import type { Breaker } from '../deletion/breaker/Breaker';
import { deletionIndex, doomedCopies } from '../deletion/doomedCopies';
import { Orphans, type OrphanReport } from '../deletion/Orphans';
import type { EventRecorder } from '../feedback/eventRecorder';
import type { Feedback } from '../feedback/objectCondition';
import { FreshView } from '../freshView';
import type { Mapping } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { Duty } from '../running/leadership';
import { followTrouble, type Trouble } from '../trouble';
import type { SyncEngine } from './engine';
import { SyncMeasures } from './measures';
import type { SchemaShape } from './model';
import { ObjectMemories } from './objectMemory';
import { reconcileObject } from './reconcile';
import type { SyncState } from './run';
import { classifyOwnership, isMarkedForOther } from './ownership';
import { strangersObject, syncedObjectOf } from './syncedObject';

/** What a syncer needs. */
export interface SyncerOptions {
  /** The synced version of the API on both clusters. */
  mapping: Mapping;
  /** Follows the copies, as the control plane allows. */
  followCopies: FollowCopies;
  /** Name of the CRD, `<plural>.<group>`; also the binding's, and its name in the engine. */
  crdName: string;
  shape: SchemaShape;
  engine: SyncEngine;
  duty: Duty;
  consumerClient: KubeClient;
  providerClient: KubeClient;
  serviceNamespaces: ServiceNamespaces;
  breaker: Breaker;
  pins: ClusterPins;
  events: EventRecorder;
  /** A copy has gone from the service namespace of this app cluster namespace. */
  copyGone: (namespace: string) => void;
  /** Called when {@link Syncer.synced} or {@link Syncer.trouble} may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}

/** A running syncer. */
export interface Syncer {
  /** The objects of the app cluster are known. */
  readonly synced: boolean;
  /** Why it makes no copies at all; undefined when it does. */
  readonly refusal: Feedback | undefined;
  /** Copies whose object is gone; undefined as long as that is not known. */
  orphans(): OrphanReport | undefined;
  /** What keeps it from following one of the clusters. */
  trouble(): Trouble | undefined;
  /** The schema of the API changed on one of the clusters: what was rejected may be accepted now. */
  schemaChanged(): void;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}

/** API servers take a moment to serve by a changed CRD; milliseconds. */
const schemaDelayMs = 1_000;
const byNamespace = 'namespace';

const takenByAnother = (crdName: string): Feedback => ({
  state: 'Conflict',
  message: `The control plane offers ${crdName} to one app cluster only (isolation None), and another one uses it. Nothing is written there. Ask its operator for another isolation.`,
});

/** Starts to sync one API. Its caches begin at once, its work when the engine does. */
export function startSyncer(options: SyncerOptions): Syncer {
  const { mapping, serviceNamespaces, consumerClient, providerClient } =
    options;
  const { engine, crdName, metrics } = options;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = options.logger.child({ api: crdName });

  const consumers = createCache<Unstructured>({
    client: consumerClient,
    resource: mapping.consumer,
    project: syncedObjectOf(mapping.consumer),
    indexes: {
      [byNamespace]: object => [object.metadata.namespace ?? ''],
      ...deletionIndex,
    },
    logger,
    metrics,
  });
  const keysIn = (namespace: string) =>
    consumers.byIndex(byNamespace, namespace).map(keyOf);
  const enqueue = (key: string, priority: Priority, delayMs?: number) =>
    engine.enqueue(crdName, key, priority, delayMs);
  const enqueueAll = (namespace: string) =>
    keysIn(namespace).forEach(key => enqueue(key, 'initial'));

  const consumerView = new FreshView<Unstructured>();
  const providerView = new FreshView<Unstructured>();
  const memories = new ObjectMemories();
  const orphans = new Orphans(() => {
    if (!signal.aborted) options.changed();
  });
  options.duty.onLead(() => orphans.begin(), signal);
  const measures = new SyncMeasures(crdName, metrics);
  const claimant = { pins: options.pins, marks: mapping.marks };
  const sharing = new Sharing(whoseCopy(claimant));
  const refusal = () =>
    mapping.exclusive && sharing.takenByAnother
      ? ({ at: 'impossible', why: takenByAnother(crdName) } as const)
      : undefined;
  const asSynced = syncedObjectOf(mapping.provider);
  const providers = options.followCopies({
    client: providerClient,
    resource: mapping.provider,
    project: object =>
      isMarkedForOther(object, claimant)
        ? strangersObject(object)
        : asSynced(object),
    changed(change) {
      const { type, object, source } = change;
      if (mapping.exclusive) seeSharing(change);
      if (type !== 'deleted' && providerView.caughtUp(keyOf(object), object)) {
        return;
      }
      const { namespace: place, name = '' } = object.metadata;
      const key = mapping.consumerKeyAt({ namespace: place, name });
      if (key === undefined) return;
      if (source === 'watch' && engine.working) measures.heard(key, 'down');
      enqueue(key, source === 'list' ? 'initial' : 'status');
      const { namespace } = parseKey(key);
      if (type === 'deleted' && namespace) options.copyGone(namespace);
    },
    becameKnown(namespace) {
      enqueueAll(namespace);
      options.changed();
    },
    healthChanged: options.changed,
    signal,
    logger,
    metrics,
  });
  const state: SyncState = {
    parts: { ...options, consumers, providers },
    consumerView,
    providerView,
    memories,
    orphans,
    measures,
    refusal,
  };
  function seeSharing(change: CacheChange<Unstructured>): void {
    const before = sharing.takenByAnother;
    sharing.see(change);
    if (sharing.takenByAnother === before) return;
    enqueueAll('');
    options.changed();
  }
  /** What somebody made on the control plane, and copies whose object is gone. */
  const withoutObject = () =>
    providers
      .all()
      .filter(
        object =>
          isAdoptable(object, mapping.marks) ||
          classifyOwnership(object, claimant).owner === 'us',
      )
      .flatMap(object => mapping.consumerKeyOf(object) ?? [])
      .filter(key => !consumers.get(key));

  const leaveBreaker = options.breaker.join(
    doomedCopies({ mapping, consumers, providers }, key =>
      enqueue(key, 'user'),
    ),
  );
  signal.addEventListener('abort', leaveBreaker, { once: true });

  const hideFigures = metrics?.asked.api(crdName, () => ({
    objects: consumers.list().length,
    orphans: orphans.report()?.count,
  }));
  if (hideFigures)
    signal.addEventListener('abort', hideFigures, { once: true });

  const consumerTrouble = followTrouble(consumers, 'of the app cluster');
  consumers.subscribe(change => {
    const { type, key, object } = change;
    if (type === 'deleted') options.events.forget(object);
    else if (consumerView.caughtUp(key, object)) return;
    else if (change.source === 'watch' && engine.working) {
      measures.heard(key, 'up');
    }
    enqueue(key, priorityOf(change));
  });
  const unfollow = serviceNamespaces.cache.subscribe(({ object }) =>
    enqueueAll(object.metadata.name ?? ''),
  );
  signal.addEventListener('abort', unfollow, { once: true });
  consumers.onHealth(() => {
    if (!signal.aborted) options.changed();
  });
  consumers.whenSynced(signal).then(options.changed, () => undefined);
  consumers.start(signal);

  // Before that, objects would seem to be missing, or to be without a service namespace.
  Promise.all([
    consumers.whenSynced(signal),
    serviceNamespaces.cache.whenSynced(signal),
  ]).then(
    () => {
      if (signal.aborted) return;
      engine.register(crdName, {
        signal,
        keys: () => [...consumers.list().map(keyOf), ...withoutObject()],
        reconcile: (key, context) =>
          measures.look(key, () => reconcileObject(state, key, context)),
      });
    },
    () => undefined,
  );

  return {
    get synced() {
      return consumers.synced;
    },
    get refusal() {
      return refusal()?.why;
    },
    orphans: () => orphans.report(),
    trouble: () => consumerTrouble() ?? providers.trouble(),
    schemaChanged() {
      memories
        .forgetRejections()
        .forEach(key => enqueue(key, 'user', schemaDelayMs));
    },
    async stop() {
      stopped.abort();
      await engine.unregister(crdName);
    },
  };
}
