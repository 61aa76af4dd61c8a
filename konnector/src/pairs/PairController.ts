/**
 * Follows the objects of one type on both clusters: the caches of both enqueue the keys of pairs for one reconcile,
 * which the engine runs.
 */
import {
  createCache,
  keyOf,
  parseKey,
  priorityOf,
  type Cache,
  type CacheChange,
  type CacheOptions,
  type KubeObject,
  type Priority,
} from '@klutch/kube';
import { trackFailure, type Failure } from '../failure';
import { IssueTracker, type TrackedObjects } from '../feedback/IssueTracker';
import {
  leadershipStartOf,
  type LeadershipStart,
} from '../leaderElection/leadershipStart';
import type { Mapping } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import { onNamespaceAdded } from '../namespaces/appClusterNamespaces';
import { onAbort } from '../onAbort';
import {
  ProviderCache,
  type ProviderCacheListener,
  type ProviderCacheOptions,
  type ProviderScope,
} from '../providerCaches/ProviderCache';
import {
  createSingleTenantCheck,
  type SingleTenantCheck,
} from '../providerCaches/singleTenantCheck';
import type { PairContext } from './PairContext';
import { PairMemories } from './PairMemories';
import type { PairPolicy } from './PairPolicy';

export interface PairParts extends PairContext {
  /** Maps the type between both clusters. */
  mapping: Mapping;
  /** Where the objects of the control plane are watched. */
  providerScope: ProviderScope;
  pins: ClusterPins;
}

/** The type of the pairs, and what is kept of its objects. */
export interface PairType<T extends KubeObject> {
  /** Name of the type in the engine. */
  name: string;
  /** CRD name of the type, `<plural>.<group>`. */
  crdName: string;
  consumers: Pick<
    CacheOptions<T>,
    'resource' | 'labelSelector' | 'fieldSelector' | 'project' | 'indexes'
  >;
  providers: Pick<
    ProviderCacheOptions<T>,
    'resource' | 'fieldSelector' | 'project'
  >;
  /** Whether an object of the control plane makes a pair without one of the app cluster. Default: each one. */
  pairsAlone?: (object: T) => boolean;
  /** See `createSingleTenantCheck`. */
  isOurs?: (object: KubeObject) => boolean;
  /** Name of a key in reports. Default: the key. */
  nameOf?: (key: string) => string;
}

const byNamespace = 'namespace';

/**
 * The pairs of one type. Keys are those of the app cluster.
 * @typeParam Memory - what is remembered of a pair.
 */
export class PairController<T extends KubeObject, Memory extends object>
  implements TrackedObjects, ProviderCacheListener<T>
{
  readonly consumers: Cache<T>;
  /** Watched as the control plane allows, once the objects of the app cluster are known. */
  readonly providers: ProviderCache<T>;
  readonly memories = new PairMemories<Memory>();
  readonly leadershipStart: LeadershipStart;
  readonly issueTracker: IssueTracker;
  /** Why no pair can be synced; undefined when they can. */
  readonly refusal: SingleTenantCheck['refusal'];
  private readonly singleTenantCheck: SingleTenantCheck;
  readonly signal: AbortSignal;
  private readonly stopping = new AbortController();
  private readonly consumerFailure: () => Failure | undefined;
  private policy: PairPolicy<T> | undefined;
  private isRegistered = false;
  private isTypeLost = false;

  constructor(
    private readonly parts: PairParts,
    private readonly type: PairType<T>,
  ) {
    const { mapping, logger, metrics } = parts;
    this.signal = AbortSignal.any([parts.signal, this.stopping.signal]);
    this.consumers = createCache({
      ...type.consumers,
      client: parts.consumerClient,
      indexes: {
        [byNamespace]: object => [object.metadata.namespace ?? ''],
        ...type.consumers.indexes,
      },
      logger,
      metrics,
    });
    this.consumerFailure = trackFailure(this.consumers, 'of the app cluster');
    this.leadershipStart = leadershipStartOf(
      parts.consumerClient,
      mapping.consumer,
      this.signal,
    );
    this.issueTracker = new IssueTracker(this, type.nameOf);
    this.singleTenantCheck = createSingleTenantCheck({
      mapping,
      pins: parts.pins,
      crdName: type.crdName,
      isOurs: type.isOurs,
      changed: () => {
        this.enqueueAll();
        this.changed();
      },
    });
    this.refusal = this.singleTenantCheck.refusal;
    this.providers = new ProviderCache({
      ...type.providers,
      scope: parts.providerScope,
      mapping,
      serviceNamespaces: parts.serviceNamespaces,
      client: parts.providerClient,
      listener: this,
      signal: this.signal,
      logger,
      metrics,
    });
  }

  /** Starts to watch the app cluster and to reconcile. Call once only. */
  start(policy: PairPolicy<T>): void {
    const { consumers, signal } = this;
    const { serviceNamespaces, namespaces, events, leadership } = this.parts;
    this.policy = policy;
    consumers.subscribe(change => {
      if (change.type === 'deleted') events.forget(change.object);
      if (policy.consumerChanged?.(change) === false) return;
      this.enqueue(change.key, priorityOf(change));
    });
    consumers.onHealth(({ state }) => {
      if (state === 'waiting') this.isTypeLost = true;
      else if (state === 'watching' && this.isTypeLost) {
        this.isTypeLost = false;
        // Objects may have been deleted with the type, and writes in the meantime failed.
        this.enqueueAll();
      }
      this.changed();
    });
    const unsubscribe = serviceNamespaces.cache.subscribe(({ object }) =>
      this.enqueueNamespace(object.metadata.name ?? '', 'initial'),
    );
    onAbort(signal, unsubscribe);
    // Creates again what was deleted with an earlier namespace of the same name.
    const enqueueAdded = (namespace: string) => {
      if (serviceNamespaces.of(namespace))
        this.enqueueNamespace(namespace, 'status');
    };
    onNamespaceAdded(namespaces, enqueueAdded, signal);
    consumers.whenSynced(signal).then(
      () => {
        // Copies share structure with the objects of the app cluster, so these are listed first.
        this.providers.start();
        this.changed();
      },
      () => undefined,
    );
    // Before that, objects would seem to be missing, or to be without a service namespace.
    Promise.all([
      consumers.whenSynced(signal),
      serviceNamespaces.cache.whenSynced(signal),
    ]).then(
      () => this.register(policy),
      () => undefined,
    );
    consumers.start(signal);
    leadership.onStartedLeading(() => {
      this.leadershipStart.onStartedLeading();
      this.issueTracker.start();
      this.enqueueAll();
    }, signal);
  }

  private register(policy: PairPolicy<T>): void {
    if (this.signal.aborted) return;
    this.isRegistered = true;
    this.parts.engine.register(this.type.name, {
      signal: this.signal,
      keys: () => this.keys(),
      reconcile: async (key, context) => {
        const recheckMs = await this.issueTracker.track(key, result =>
          policy.reconcile(key, context, result),
        );
        if (recheckMs !== undefined) context.requeueAfter(recheckMs);
      },
    });
    this.changed();
  }

  /** Ignored unless the engine runs. */
  enqueue(key: string | undefined, priority: Priority, delayMs?: number): void {
    if (key !== undefined)
      this.parts.engine.enqueue(this.type.name, key, priority, delayMs);
  }

  enqueueAll(): void {
    this.keys().forEach(key => this.enqueue(key, 'initial'));
  }

  /** Enqueues the pairs of a namespace of the app cluster; `''`: those of a cluster-scoped type. */
  private enqueueNamespace(namespace: string, priority: Priority): void {
    // The key of an object on the control plane is unknown once its service namespace is deleted.
    this.issueTracker
      .keysIn(namespace)
      .forEach(key => this.enqueue(key, 'status'));
    const serviceNamespace = this.parts.serviceNamespaces.of(namespace);
    this.withoutConsumer(this.providers.list(serviceNamespace ?? '')).forEach(
      key => this.enqueue(key, priority),
    );
    this.consumers
      .byIndex(byNamespace, namespace)
      .forEach(object => this.enqueue(keyOf(object), priority));
  }

  /**
   * Keys of all pairs. Empty until the service namespaces are known: before, the keys of objects on the control plane
   * are unknown.
   */
  keys(): string[] {
    if (!this.isRegistered) return [];
    return [
      ...this.consumers.list().map(keyOf),
      ...this.withoutConsumer(this.providers.all()),
    ];
  }

  private withoutConsumer(objects: readonly T[]): string[] {
    const { pairsAlone } = this.type;
    return objects
      .filter(object => pairsAlone?.(object) !== false)
      .flatMap(object => this.parts.mapping.consumerKeyOf(object) ?? [])
      .filter(key => !this.consumers.get(key));
  }

  /** An object of the control plane changed. */
  providerChanged(change: CacheChange<T>): void {
    this.singleTenantCheck.observe(change);
    if (this.policy?.providerChanged?.(change) === false) return;
    const { namespace: serviceNamespace, name = '' } = change.object.metadata;
    // Whoever owns the object: another one of this name may wait for its place.
    const key = this.parts.mapping.consumerKeyAt({
      namespace: serviceNamespace,
      name,
    });
    if (key === undefined) return;
    this.enqueue(key, change.source === 'list' ? 'initial' : 'status');
    const { namespace } = parseKey(key);
    if (change.type === 'deleted' && namespace)
      this.parts.namespaceDeletion.enqueue(namespace);
  }

  /** Call when more is known of the objects of a namespace of the app cluster; `''`: of all objects. */
  namespaceSynced(namespace: string): void {
    if (namespace === '') this.enqueueAll();
    else this.enqueueNamespace(namespace, 'initial');
    this.changed();
  }

  /** Call when {@link PairController.failure} or {@link PairController.hasSynced} may have changed. */
  changed(): void {
    if (!this.signal.aborted) this.parts.changed();
  }

  /** Why one of the clusters cannot be watched, or the policy cannot reconcile; undefined when neither is the case. */
  failure(): Failure | undefined {
    return (
      this.consumerFailure() ??
      this.providers.failure() ??
      this.policy?.failure?.()
    );
  }

  /** Whether all objects of both clusters are known. */
  hasSynced(): boolean {
    return this.isRegistered && this.providers.allSynced();
  }

  /** Stops the controller. Resolves when no write is running. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.parts.engine.unregister(this.type.name);
  }
}
