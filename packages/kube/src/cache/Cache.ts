// The cache's face: a local copy of a resource that keeps itself equal to the server.
import { KubeClient } from '../client/KubeClient';
import { KubeMetrics } from '../metrics';
import { KubeObject, Resource } from '../types';
import { Logger } from '../Logger';
import { ReflectorTimings } from './timings';

/** Where a cache stands. */
export interface CacheHealth {
  /**
   * `connecting`: between a list, or a stream that ended, and the next open stream. `watching`: the stream is open.
   * `waiting`: something is wrong, or it was not started; `reason` says what. It tries again by itself.
   */
  state: 'listing' | 'connecting' | 'watching' | 'waiting';
  /** One word, for example `NotFound` (no CRD yet), `Forbidden`, `unreachable`, `not-started`, `stopped`. An answer with a reason that is none of Kubernetes' own is its HTTP status, as `HTTP 500`. */
  reason?: string;
  /** The same in words. */
  message?: string;
  /** Since when it is in this state. */
  since: Date;
  /** For how long that is, in milliseconds, on a clock that does not jump. Absent where nobody counts. */
  stateAgeMs?: number;
  /** When the server last said something: a list, an event or a bookmark. */
  lastEventAt?: Date;
  /** How long ago that was, in milliseconds, on a clock that does not jump. Grows while the connection is lost; in quiet times it stays below some 120 000, since servers send bookmarks. */
  lastEventAgeMs?: number;
  /** How often a list or a watch began anew, by reason: `ended` is the server's ordinary end of a watch, other reasons are those of `reason`, for example `Expired`. They are few, whatever a server says. */
  restarts: Record<string, number>;
}

/**
 * A change of the cache. All of them, one after the other, lead from an empty cache to what `list()` gives: none is lost
 * or told twice. What changes several times while the connection is away is one change; an object created anew under
 * an old name is a deletion and an addition, told apart by `metadata.uid`.
 */
export interface CacheChange<T> {
  /** What happened to the object. */
  type: 'added' | 'updated' | 'deleted';
  /** `namespace/name`, or `name` when cluster-scoped. */
  key: string;
  /** Its state now; of `deleted` the last one known. */
  object: T;
  /** Of `updated`: its state before. Of `deleted`, when the server sent a last state: the one before that. */
  previous?: T;
  /** `list`: found by comparing with a whole list. `watch`: it happened just now. */
  source: 'list' | 'watch';
}

/** What a cache keeps, and from where. */
export interface CacheOptions<T extends KubeObject> {
  /** Reads the cluster. Its identity needs the verbs `list` and `watch`. */
  client: KubeClient;
  /** What is kept; `metadataOf(resource)` keeps metadata only. */
  resource: Resource<T>;
  /** Only this namespace; default: all. */
  namespace?: string;
  /** Only objects with these labels, in the API server's syntax, for example `team=x,tier!=test`. An object that loses them is told as deleted. */
  labelSelector?: string;
  /** Only objects with these fields, in the API server's syntax, for example `metadata.name=x`. Servers know few fields. */
  fieldSelector?: string;
  /** Named functions that give the values under which an object can be found. They must be pure; one that throws, or answers with something else than a list of texts, is logged and gives no values. */
  indexes?: Record<string, (object: T) => string[]>;
  /** Keeps less of each object, to save memory. Must be pure, must not change the object it is given, and must keep `metadata` with name, namespace, uid and resourceVersion; when it throws or loses one of them, that is logged and the object kept, as it has left it. */
  project?: (object: T) => T;
  /** Hears of trouble as warnings, and as errors of listeners that throw, and of index functions and a projection that throw or answer wrongly; default: nobody. */
  logger?: Logger;
  /** Counts objects, lists and restarts; default: nothing does. */
  metrics?: KubeMetrics;
  /** Times of the reflector; the defaults suit production. */
  timings?: Partial<ReflectorTimings>;
}

/**
 * A local copy of a resource.
 *
 * Objects enter without `metadata.managedFields` and without the last-applied annotation of kubectl.
 * They are shared: never change them. What is read is what the server said a moment ago, never more.
 *
 * Readers see one point in time: a list that is read anew becomes visible in one step, and the arrays of `list` and
 * `byIndex` are the caller's own, which later changes leave as they are. While the changes of a long list are told (in
 * pieces, with room for other work between), readers see the state behind all of them.
 */
export interface Cache<T extends KubeObject> {
  /** What is kept. */
  readonly resource: Resource<T>;
  /**
   * Begins to list and watch, until the signal aborts.
   * @throws Error when it was started already
   */
  start(signal: AbortSignal): void;
  /** Resolves once the first list is complete. Rejects when the signal aborts or the cache stops before that. */
  whenSynced(signal?: AbortSignal): Promise<void>;
  /** The first list is complete. Stays true when the connection is lost later: see `health`. */
  readonly synced: boolean;
  /** Where it stands now. */
  readonly health: CacheHealth;
  /** The object under `namespace/name`, or under `name` when cluster-scoped. */
  get(key: string): T | undefined;
  /** All objects, in no order that means anything. Costs a copy of the references: keep it while you work through it. */
  list(): T[];
  /**
   * The objects that have a value in an index.
   * @throws Error when there is no such index
   */
  byIndex(index: string, value: string): T[];
  /**
   * Calls the listener for every change from now on, in order. What is there already is in `list()`: whoever asks for
   * both in one go misses nothing and hears nothing twice. Listeners must be quick, for the stream waits for them.
   * Returns how to end it.
   */
  subscribe(listener: (change: CacheChange<T>) => void): () => void;
  /** Calls the listener when state or reason change. Returns how to end it. */
  onHealth(listener: (health: CacheHealth) => void): () => void;
}
