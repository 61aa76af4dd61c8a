/** Syncs the objects of one claimed type: watches on both clusters feed one reconcile function of the engine. */
import {
  createCache,
  keyOf,
  metadataOf,
  parseKey,
  priorityOf,
  resourceName,
  type KubeObject,
  type Priority,
} from '@klutch/kube';
import { createSingleTenantCheck } from '../providerCaches/singleTenantCheck';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { IssueReports } from '../feedback/IssueCounters';
import { labels } from '../markers';
import { carriesMarks } from '../mapping/carriesMarks';
import { onNamespaceAdded } from '../namespaces/appClusterNamespaces';
import { allCopiesSynced } from '../providerCaches/allCopiesSynced';
import { leadershipStartOf } from '../leaderElection/leadershipStart';
import { trackFailure, type Failure } from '../failure';
import { ClaimFeedback } from './feedback/claimFeedback';
import { matchesLabels, matchesKey, syncsOwner } from './plan/claimSelection';
import { consumerRole } from './plan/owner';
import { ObservedDeletions } from './observedDeletions/observedDeletions';
import { FieldSelections } from './fieldSelections';
import { ClaimedDeletions } from './claimedDeletions';
import { createNamespaceTracker } from './observedDeletions/namespaceTracker';
import { platformFieldSelector } from './platformObjects';
import { createClaimReconcile } from './reconcileClaimed';
import { startUnlabelledCopyScan } from './unlabelledCopies';
import type { ClaimSyncOptions } from './ClaimSyncOptions';
import { toMetadata, toMetadataWithOwners } from './toMetadata';

/** The running sync of one claimed type. */
export interface ClaimSync {
  /** Call when the claims on the type changed: requeues all objects. */
  claimsChanged(): void;
  /** Counts deletions of this type with the breaker of another binding from now on. */
  setBreaker(breaker: Breaker): void;
  /** Why the objects on one of the clusters cannot be watched; undefined when both are. */
  failure(): Failure | undefined;
  /** Whether the objects of both clusters are known, and which of them the claims select. */
  hasSynced(): boolean;
  /** The issues that bindings report. */
  issueReports(): IssueReports;
  /** Resolves when the signal has aborted and the sync has stopped writing. */
  stopped(): Promise<void>;
}

const byNamespace = 'namespace';

/** Watches metadata only, never object bodies. */
export function startClaimSync(options: ClaimSyncOptions): ClaimSync {
  const { mapping, signal, metrics, serviceNamespaces } = options;
  const resource = mapping.consumer;
  const logger = options.logger.child({ claim: resource.plural });
  const { engine, pins } = options;
  const nameInEngine = `${resourceName(resource)}@${pins.providerNamespaceUid}`;
  let isRegistered = false;
  const fieldSelector = platformFieldSelector(resource);

  const consumers = createCache({
    client: options.consumerClient,
    resource: metadataOf(resource),
    labelSelector: options.watchesConsumers
      ? undefined
      : `${labels.resourceOwner}=Provider`,
    fieldSelector,
    project: toMetadataWithOwners,
    indexes: { [byNamespace]: ({ metadata }) => [metadata.namespace ?? ''] },
    logger,
    metrics,
  });
  const leadershipStart = leadershipStartOf(
    options.consumerClient,
    resource,
    signal,
  );
  const observedDeletions = new ObservedDeletions({
    cache: consumers,
    client: options.consumerClient,
    namespaceTracker: createNamespaceTracker({
      ...options,
      client: options.consumerClient,
    }),
    resource,
    leadershipStart,
    onlyCopies: !options.watchesConsumers,
  });
  const changed = () => {
    if (!signal.aborted) options.changed();
  };
  const singleTenantCheck = createSingleTenantCheck({
    mapping,
    pins,
    crdName: resourceName(resource),
    isOurs: object => carriesMarks(object, mapping.marks),
    changed() {
      enqueueAll();
      options.changed();
    },
  });
  const singleTenantFailure = (): Failure | undefined => {
    const found = singleTenantCheck.refusal();
    if (!found) return undefined;
    const message = `The claim on ${resource.plural} is not served. ${found.why.message}`;
    return { message, since: found.since };
  };
  const providers = options.startProviderCache<KubeObject>({
    client: options.providerClient,
    resource: metadataOf(mapping.provider),
    fieldSelector,
    project: toMetadata,
    changed(change) {
      singleTenantCheck.observe(change);
      const key = mapping.consumerKeyOf(change.object);
      enqueue(key, change.source === 'list' ? 'initial' : 'status');
      const { namespace } = key ? parseKey(key) : {};
      if (change.type === 'deleted' && namespace)
        options.copyDeleted(namespace);
    },
    namespaceSynced,
    healthChanged: options.changed,
    signal,
    logger,
    metrics,
  });
  const fields = new FieldSelections({
    ...options,
    changed: enqueue,
    namespaceSynced,
    healthChanged: changed,
    logger,
  });
  fields.setClaims(options.claims());
  const claimedDeletions = new ClaimedDeletions({
    breaker: options.breaker,
    enqueue: key => enqueue(key, 'user'),
    objects: () =>
      providers
        .all()
        .filter(object => mapping.consumerKeyOf(object) !== undefined),
    forget: () => observedDeletions.forgetAll(),
  });
  signal.addEventListener('abort', () => claimedDeletions.detach(), {
    once: true,
  });
  const feedback = new ClaimFeedback({
    ...options,
    resource,
    changed,
    failure,
    keys: allKeys,
    isComplete: hasSynced,
    enqueue: key => enqueue(key, 'initial'),
  });
  const { issueTracker } = feedback;
  const reconcile = createClaimReconcile({
    ...options,
    claimant: { pins, marks: mapping.marks },
    isRefused: () => singleTenantCheck.refusal() !== undefined,
    consumers,
    providers,
    observedDeletions,
    claimedDeletions,
    feedback,
    selects: (claim, side, object) =>
      matchesLabels(claim, object.metadata.labels) &&
      fields.selects(claim, side, object),
    hasSyncedAt: (claim, keys) => fields.hasSyncedAt(claim, keys),
  });
  const unlabelledCopyScan = options.watchesConsumers
    ? undefined
    : startUnlabelledCopyScan({
        ...options,
        client: options.consumerClient,
        resource,
        fieldSelector,
        claimsSnapshot: () => (hasSynced() ? options.claims() : undefined),
        isOrphan,
        logger,
      });
  consumers.subscribe(change => enqueue(change.key, priorityOf(change)));
  // The objects of a deleted service namespace no longer map to a namespace of the app cluster.
  const unsubscribe = serviceNamespaces.cache.subscribe(({ object }) =>
    enqueueReported(object.metadata.name ?? ''),
  );
  signal.addEventListener('abort', unsubscribe, { once: true });
  const consumerFailure = trackFailure(consumers, 'of the app cluster');
  // Recreates copies that were deleted with an earlier namespace of the same name.
  const enqueueNamespaceWithCopies = (namespace: string) => {
    if (serviceNamespaces.of(namespace)) enqueueNamespace(namespace, 'status');
  };
  onNamespaceAdded(options.namespaces, enqueueNamespaceWithCopies, signal);
  let isLost = false;
  consumers.onHealth(({ state }) => {
    if (state === 'waiting') isLost = true;
    else if (state === 'watching' && isLost) {
      isLost = false;
      // Copies may have been deleted with the type, and writes in the meantime failed.
      enqueueAll();
    }
    changed();
  });
  consumers.whenSynced(signal).then(
    () => {
      if (signal.aborted) return;
      isRegistered = true;
      unlabelledCopyScan?.scan();
      engine.register(nameInEngine, {
        signal,
        keys: allKeys,
        reconcile: (key, context) =>
          issueTracker.scan(key, scanResult =>
            reconcile(key, context, scanResult),
          ),
      });
      changed();
    },
    () => undefined,
  );
  const allStopped = new Promise<void>(resolve => {
    const unregister = async () => {
      await unlabelledCopyScan?.stopped();
      resolve(engine.unregister(nameInEngine));
    };
    signal.addEventListener('abort', unregister, { once: true });
  });
  consumers.start(signal);
  options.leadership.onStartedLeading(() => {
    leadershipStart.onStartedLeading();
    issueTracker.start();
    enqueueAll();
  }, signal);

  function namespaceSynced(namespace: string): void {
    if (namespace === '') enqueueAll();
    else enqueueNamespace(namespace, 'initial');
    unlabelledCopyScan?.scan();
    changed();
  }
  function enqueue(key: string | undefined, priority: Priority): void {
    if (key) engine.enqueue(nameInEngine, key, priority);
  }
  function allKeys(): string[] {
    const providerKeys = providers.all().flatMap(copy => {
      const key = mapping.consumerKeyOf(copy);
      return key === undefined ? [] : [key];
    });
    return [...consumers.list().map(keyOf), ...providerKeys];
  }
  function enqueueAll(): void {
    allKeys().forEach(key => enqueue(key, 'initial'));
  }
  function enqueueReported(namespace: string): void {
    feedback.keysIn(namespace).forEach(key => enqueue(key, 'status'));
  }
  function enqueueNamespace(namespace: string, priority: Priority): void {
    enqueueReported(namespace);
    providers
      .list(serviceNamespaces.of(namespace) ?? '')
      .forEach(copy => enqueue(mapping.consumerKeyOf(copy), priority));
    // Finds copies on the app cluster whose original was deleted while no watch ran, and objects owned by the app
    // cluster.
    consumers
      .byIndex(byNamespace, namespace)
      .forEach(object => enqueue(keyOf(object), priority));
  }

  /** Whether an object of the app cluster is a copy whose original does not exist any more. */
  function isOrphan(object: KubeObject): boolean {
    const { namespace, name = '' } = object.metadata;
    const consumerKey = { namespace, name };
    const copyLocation = mapping.locate(consumerKey);
    return (
      consumerRole(object, pins) === 'copy' &&
      copyLocation.at === 'ready' &&
      providers.hasSynced(copyLocation.key) &&
      !providers.get(copyLocation.key) &&
      !options.isReserved(resource, consumerKey) &&
      options
        .claims()
        .some(
          claim =>
            !claim.suspended &&
            syncsOwner(claim, 'Provider') &&
            matchesKey(claim, consumerKey),
        )
    );
  }

  function failure(): Failure | undefined {
    return (
      singleTenantFailure() ??
      consumerFailure() ??
      providers.failure() ??
      fields.failure()
    );
  }
  function hasSynced(): boolean {
    return (
      isRegistered &&
      allCopiesSynced(mapping, providers, serviceNamespaces) &&
      fields.hasSynced()
    );
  }

  return {
    claimsChanged() {
      fields.setClaims(options.claims());
      enqueueAll();
      unlabelledCopyScan?.scan();
      issueTracker.rescan();
    },
    setBreaker: breaker => claimedDeletions.setBreaker(breaker),
    failure,
    hasSynced,
    issueReports: () => issueTracker.report(),
    stopped: () => allStopped,
  };
}
