// The cache interface: a local copy of a resource that follows the server.
import { KubeClient } from '../client/KubeClient';
import type { KubeMetrics } from '../KubeMetrics';
import { KubeObject, Resource } from '../types';
import { Logger } from '../Logger';
import { ReflectorTimings } from './timings';

/** State of a cache. */
export interface CacheHealth {
  /**
   * `listing`: the first or a new list is being read. `connecting`: between a list, or a stream that ended, and the
   * next open stream. `watching`: the stream is open. `waiting`: something failed, or the cache was not started;
   * `reason` says what. Retries happen without a call.
   */
  state: 'listing' | 'connecting' | 'watching' | 'waiting';
  /**
   * One word, for example `NotFound` (no CRD yet), `Forbidden`, `unreachable`, `not-started`, `stopped`. A response
   * whose reason is none of Kubernetes' own is given as its HTTP status, for example `HTTP 500`.
   */
  reason?: string;
  /** Explains `reason` in a sentence. */
  message?: string;
  /** When the cache entered this state. */
  since: Date;
  /** When the server last sent something: a list, an event or a bookmark. */
  lastEventAt?: Date;
  /**
   * How often a list or a watch was restarted, by reason: `ended` is the server's ordinary end of a watch, other
   * reasons are those of `reason`, for example `Expired`. The set of reasons is bounded.
   */
  restarts: Record<string, number>;
}

/**
 * A change of the cache. All changes in order lead from an empty cache to what `list()` returns; each is delivered
 * exactly once. Several changes made while the connection is lost are delivered as one. An object that was deleted
 * and created again under its old name is a deletion and an addition, which differ in `metadata.uid`.
 */
export interface CacheChange<T> {
  /** What happened to the object. */
  type: 'added' | 'updated' | 'deleted';
  /** `namespace/name`, or `name` when cluster-scoped. */
  key: string;
  /** The state of the object after the change; of `deleted` the last known one. */
  object: T;
  /**
   * For `updated`, the state before the change. For `deleted`, the state before the last one that the server sent, if it
   * sent one.
   */
  previous?: T;
  /** `list`: found by comparing with a whole list. `watch`: received from the stream when it happened. */
  source: 'list' | 'watch';
}

/** What a cache keeps, and where the objects come from. */
export interface CacheOptions<T extends KubeObject> {
  /** Client of the cluster. Its identity needs the verbs `list` and `watch`. */
  client: KubeClient;
  /** The resource to keep; `metadataOf(resource)` keeps metadata only. */
  resource: Resource<T>;
  /** Only this namespace; default: all. */
  namespace?: string;
  /**
   * Only objects with these labels, in the API server's syntax, for example `team=x,tier!=test`. An object that loses
   * the labels is reported as deleted.
   */
  labelSelector?: string;
  /**
   * Only objects with these fields, in the API server's syntax, for example `metadata.name=x`. Servers support few
   * fields.
   */
  fieldSelector?: string;
  /**
   * Named functions that return the values under which an object can be found. The functions must be pure. One that
   * throws, or returns something other than a list of strings, is logged and contributes no values.
   */
  indexes?: Record<string, (object: T) => string[]>;
  /**
   * Reduces each object, to save memory. The function must keep `metadata` with name, namespace, uid and
   * resourceVersion. When the function throws, the failure is logged and the object is kept as the function left it; so
   * the function may exchange parts of its argument for equal ones, and must not change it otherwise.
   */
  project?: (object: T) => T;
  /**
   * Receives failures of the connection as warnings; throwing listeners, index functions and projections as errors.
   * Default: nothing is logged.
   */
  logger?: Logger;
  /** Counts objects, lists and restarts; default: none. */
  metrics?: KubeMetrics;
  /** Times of the reflector; the defaults suit production. */
  timings?: Partial<ReflectorTimings>;
}

/**
 * A local copy of a resource.
 *
 * Objects are stored without `metadata.managedFields` and without kubectl's last-applied annotation. Objects are
 * shared between readers: never change them. A read may be stale, as with every watch cache.
 *
 * Readers see one point in time: a new list becomes visible in one step, and the arrays of `list` and `byIndex`
 * belong to the caller. The changes of a long list are delivered in batches, with turns of the event loop in between;
 * meanwhile readers see the state after all of them.
 */
export interface Cache<T extends KubeObject> {
  /** The resource that is kept. */
  readonly resource: Resource<T>;
  /**
   * Starts to list and watch, until the signal aborts.
   * @throws Error when the cache was started before
   */
  start(signal: AbortSignal): void;
  /** Resolves once the first list is complete. Rejects when the signal aborts or the cache stops before that. */
  whenSynced(signal?: AbortSignal): Promise<void>;
  /** Whether the first list is complete. Stays true when the connection is lost later: see `health`. */
  readonly synced: boolean;
  /** The present state. */
  readonly health: CacheHealth;
  /** The object under `namespace/name`, or under `name` when cluster-scoped. */
  get(key: string): T | undefined;
  /** All objects, in no particular order. Each call copies the references, so keep the array during a loop. */
  list(): T[];
  /**
   * The objects that have a value in an index.
   * @throws Error when there is no such index
   */
  byIndex(index: string, value: string): T[];
  /**
   * Calls the listener for every later change, in order. Objects that exist already are in `list()`: a caller that
   * calls both without waiting in between sees every change exactly once. Listeners must be quick, because the stream
   * waits for them. Returns a function that unsubscribes.
   */
  subscribe(listener: (change: CacheChange<T>) => void): () => void;
  /** Calls the listener when state or reason change. Returns a function that unsubscribes. */
  onHealth(listener: (health: CacheHealth) => void): () => void;
}
