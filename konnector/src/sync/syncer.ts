/** Keeps all objects of one API in step: its caches on both clusters feed the one reconcile, in the engine's turn. */
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
import { createExclusivity } from '../copies/exclusivity';
import type { ProviderObjects } from '../copies/ProviderObjects';
import { deletionIndex, doomedCopies } from '../deletion/doomedCopies';
import { Findings } from '../feedback/Findings';
import { FreshView } from '../freshView';
import { onNewHome } from '../namespaces/homes';
import { followTrouble, type Trouble } from '../trouble';
import { Counterparts } from './memory/Counterparts';
import { leadStartOf } from '../duty/leadStart';
import { SyncMeasures } from '../metrics/measures';
import { ObjectMemories } from './memory/objectMemory';
import { copiesKnown } from '../copies/copiesKnown';
import { reconcileObject } from './reconcile';
import type { SyncState } from './run';
import { classifyOwnership, isMarkedForOther } from '../ownership/ownership';
import { strangersObject, syncedObjectOf } from './syncedObject';
import type { Syncer, SyncerOptions } from './SyncerOptions';

/** API servers take a moment to serve by a changed CRD; milliseconds. */
const schemaDelayMs = 1_000;
const byNamespace = 'namespace';

/** Starts to sync one API. Its caches begin at once, its work when the engine does. */
export function startSyncer(options: SyncerOptions): Syncer {
  const { mapping, serviceNamespaces, consumerClient, providerClient } =
    options;
  const { engine, crdName, metrics } = options;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const logger = options.logger.child({ api: crdName });

  const asObject = syncedObjectOf(mapping.consumer);
  const asCopy = syncedObjectOf(mapping.provider);
  const counterparts = new Counterparts({
    mapping,
    object: shownObject,
    copies: shownCopies,
  });
  const consumers: Cache<Unstructured> = createCache({
    client: consumerClient,
    resource: mapping.consumer,
    project: object => counterparts.sharedObject(asObject(object)),
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
  let isAtWork = false;
  const findings = new Findings({
    changed,
    trouble,
    keys: allKeys,
    isWhole,
    look: key => enqueue(key, 'initial'),
  });
  const { tallies } = findings;
  const enqueueAll = (namespace: string) => {
    consumers
      .byIndex(byNamespace, namespace)
      .forEach(object => enqueue(keyOf(object), 'initial'));
    // A copy without an object goes unseen when its service namespace goes: nothing tells then whose it was.
    [...tallies.names()]
      .filter(key => (parseKey(key).namespace ?? '') === namespace)
      .forEach(key => enqueue(key, 'status'));
  };

  const consumerView = new FreshView<Unstructured>();
  const providerView = new FreshView<Unstructured>();
  const memories = new ObjectMemories();
  const leadStart = leadStartOf(consumerClient, mapping.consumer, signal);
  const measures = new SyncMeasures(crdName, metrics);
  const claimant = { pins: options.pins, marks: mapping.marks };
  const exclusivity = createExclusivity({
    mapping,
    pins: options.pins,
    crdName,
    changed() {
      enqueueAll('');
      options.changed();
    },
  });
  const providers: ProviderObjects<Unstructured> = options.followCopies({
    client: providerClient,
    resource: mapping.provider,
    project: object =>
      isMarkedForOther(object, claimant)
        ? strangersObject(object)
        : counterparts.sharedCopy(asCopy(object)),
    changed(change) {
      const { type, object, source } = change;
      exclusivity.see(change);
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
      counterparts.forgetCopies(namespace);
      enqueueAll(namespace);
      options.changed();
    },
    healthChanged: options.changed,
    signal,
    logger,
    metrics,
  });
  function shownObject(key: string) {
    return consumers.get(key);
  }
  function shownCopies() {
    return providers;
  }
  function isWhole(): boolean {
    return isAtWork && copiesKnown(mapping, providers, serviceNamespaces);
  }
  const state: SyncState = {
    parts: { ...options, consumers, providers },
    consumerView,
    providerView,
    memories,
    leadStart,
    tallies,
    measures,
    refusal: exclusivity.refusal,
  };
  /** What somebody made on the control plane, and copies whose object is gone. */
  const withoutObject = (objects: readonly Unstructured[]) =>
    objects
      .filter(
        object =>
          isAdoptable(object, mapping.marks) ||
          classifyOwnership(object, claimant).owner === 'us',
      )
      .flatMap(object => mapping.consumerKeyOf(object) ?? [])
      .filter(key => !consumers.get(key));

  /** Nothing can be said of one before the service namespaces are known, too. */
  function allKeys(): string[] {
    if (!isAtWork) return [];
    return [...consumers.list().map(keyOf), ...withoutObject(providers.all())];
  }

  const leaveBreaker = options.breaker.join(
    doomedCopies({ mapping, consumers, providers, memories }, key =>
      enqueue(key, 'user'),
    ),
  );
  signal.addEventListener('abort', leaveBreaker, { once: true });

  const hideFigures = metrics?.asked.api(crdName, () => ({
    objects: consumers.list().length,
    orphans: findings.report().orphans?.count,
  }));
  if (hideFigures)
    signal.addEventListener('abort', hideFigures, { once: true });

  const consumerTrouble = followTrouble(consumers, 'of the app cluster');
  function trouble(): Trouble | undefined {
    return consumerTrouble() ?? providers.trouble();
  }
  consumers.subscribe(change => {
    const { type, key, object } = change;
    if (type === 'deleted') options.events.forget(object);
    else if (consumerView.caughtUp(key, object)) return;
    else if (change.source === 'watch' && engine.working) {
      measures.heard(key, 'up');
    }
    enqueue(key, priorityOf(change));
  });
  const unfollow = serviceNamespaces.cache.subscribe(({ type, object }) => {
    const { name = '' } = object.metadata;
    if (type === 'deleted') counterparts.forgetCopies(name);
    enqueueAll(name);
  });
  signal.addEventListener('abort', unfollow, { once: true });
  onNewHome(
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
      counterparts.end();
      options.changed();
    },
    () => undefined,
  );
  consumers.start(signal);
  options.duty.onLead(() => {
    leadStart.begin();
    findings.begin();
  }, signal);

  // Before that, objects would seem to be missing, or to be without a service namespace.
  Promise.all([
    consumers.whenSynced(signal),
    serviceNamespaces.cache.whenSynced(signal),
  ]).then(
    () => {
      if (signal.aborted) return;
      isAtWork = true;
      engine.register(crdName, {
        signal,
        keys: allKeys,
        reconcile: (key, context) =>
          measures.look(key, () =>
            findings.look(key, look =>
              reconcileObject(state, key, context, look),
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
      return exclusivity.refusal()?.why;
    },
    tallies: () => findings.report(),
    trouble,
    schemaChanged() {
      // What could not be adopted may be taken by now.
      [...memories.forgetRejections(), ...tallies.names()].forEach(key =>
        enqueue(key, 'user', schemaDelayMs),
      );
    },
    async stop() {
      stopped.abort();
      await engine.unregister(crdName);
    },
  };
}
