// The cache's face: a local copy of a resource that keeps itself equal to the server.
import { KubeClient } from '../client/KubeClient';
import { KubeMetrics } from '../metrics';
import { KubeObject, Logger, Resource } from '../types';
import { ReflectorTimings } from './timings';

/** Where a cache stands. */
export interface CacheHealth {
  /** `waiting`: something is wrong, or it was not started; `reason` says what. It tries again by itself. */
  state: 'listing' | 'watching' | 'waiting';
  /** One word, for example `NotFound` (no CRD yet), `Forbidden`, `unreachable`, `not-started`, `stopped`. */
  reason?: string;
  /** The same in words. */
  message?: string;
  /** Since when it is in this state. */
  since: Date;
  /** When the server last said something: a list, an event or a bookmark. */
  lastEventAt?: Date;
  /** How often the stream began anew, by reason. `ended` is the server's ordinary end of a watch. */
  restarts: Record<string, number>;
}

/** A change of the cache. `object` of `deleted` is the last state known. */
export interface CacheChange<T> {
  type: 'added' | 'updated' | 'deleted';
  key: string;
  object: T;
  previous?: T;
}

export interface CacheOptions<T extends KubeObject> {
  client: KubeClient;
  resource: Resource<T>;
  /** Only this namespace; default: all. */
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** Named functions that give the values under which an object can be found. */
  indexes?: Record<string, (object: T) => string[]>;
  /** Keeps less of each object, to save memory. Must keep `metadata` with name, namespace, uid and resourceVersion. */
  project?: (object: T) => T;
  logger?: Logger;
  metrics?: KubeMetrics;
  /** Times of the reflector; the defaults suit production. */
  timings?: Partial<ReflectorTimings>;
}

/**
 * A local copy of a resource.
 *
 * Objects enter without `metadata.managedFields` and without the last-applied annotation of kubectl.
 * They are shared: never change them. What is read is what the server said a moment ago, never more.
 */
export interface Cache<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** Begins to list and watch, until the signal aborts. Once only. */
  start(signal: AbortSignal): void;
  /** Resolves once the first list is complete. Rejects when the signal aborts or the cache stops before that. */
  whenSynced(signal?: AbortSignal): Promise<void>;
  /** The first list is complete. Stays true when the connection is lost later: see `health`. */
  readonly synced: boolean;
  readonly health: CacheHealth;
  /** The object under `namespace/name`, or under `name` when cluster-scoped. */
  get(key: string): T | undefined;
  list(): T[];
  /** @throws Error when there is no such index */
  byIndex(index: string, value: string): T[];
  /** Calls the listener for every change from now on, in order. Returns how to end it. What is there already is in `list()`. */
  subscribe(listener: (change: CacheChange<T>) => void): () => void;
  /** Calls the listener when state or reason change. Returns how to end it. */
  onHealth(listener: (health: CacheHealth) => void): () => void;
}
