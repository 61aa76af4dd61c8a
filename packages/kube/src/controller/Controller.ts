// The controller interface: watches feed a keyed queue, and one reconcile per key changes the cluster to the desired
// state.
import { BackoffTimes } from '../backoff';
import { Cache } from '../cache/Cache';
import type { KubeMetrics } from '../KubeMetrics';
import { KubeObject } from '../types';
import { Logger } from '../Logger';

/** What a reconcile receives besides its key. */
export interface ReconcileContext {
  /** Aborts when the controller stops. Pass it to every call, so that no call delays the stop. */
  readonly signal: AbortSignal;
  /** Adds the controller's name and the key to each line. */
  readonly logger: Logger;
  /**
   * Reconciles this key again after this time in milliseconds, unless the reconcile fails; less than 10 counts as 10.
   * The earliest of several calls wins. The key is queued with priority `status`. Changes do not cancel the requeue.
   * @throws RangeError when it is negative or NaN: a failure of the reconcile like every other
   */
  requeueAfter(ms: number): void;
}

/**
 * How soon a key is reconciled, the most urgent first: changes by users, changes that controllers report, objects
 * that existed at the start, and resyncs.
 *
 * More urgent keys go first, but do not starve others: while less urgent keys wait, every tenth key is one of them.
 */
export type Priority = 'user' | 'status' | 'initial' | 'resync';

/** A cache that triggers reconciles; {@link priorityOf} gives the priority of its changes. */
export interface ControllerWatch<T extends KubeObject> {
  /**
   * The cache whose changes trigger reconciles. The controller waits until the cache is synced, and does not start it.
   */
  cache: Cache<T>;
  /**
   * The keys to reconcile when an object changes; default: the object's own. `previous` is set for updates: when the
   * result depends on a field that may change, return the keys of both states.
   *
   * When the function throws, the failure is logged and counted and this change queues no key; the next change of the
   * object calls it again. For an object without a key return `undefined`.
   */
  key?: (object: T, previous?: T) => string | readonly string[] | undefined;
}

/** Keys that a controller queues again periodically. */
export interface Resync {
  /**
   * Each key is queued again after about this many milliseconds (jittered by a tenth). Keys are spread over this time,
   * which is 24 days (2^31 - 1) at most.
   */
  periodMs: number;
  /**
   * All keys. Called up to a hundred times per period, each time for another part of the keys, so that keys may come
   * and go; may return a key several times. When the function throws, the failure is logged and counted, and that part
   * is skipped until the next period.
   */
  keys: () => Iterable<string>;
}

/** Options of a controller. */
export interface ControllerOptions<W extends KubeObject[]> {
  /** Name in logs, metrics and spans; from a fixed set, such as `export`. */
  name: string;
  /** The caches that trigger reconciles. */
  watches: { [I in keyof W]: ControllerWatch<W[I]> };
  /**
   * Compares the observed state with the desired state and writes the difference. Never runs twice at once for one key.
   *
   * When it throws, the key is retried after a back-off, with priority `status` at most; when it throws an `ApiError`
   * with `retryAfterSeconds`, after that time instead, and up to a tenth of it later. Changes of a failing key bring
   * the retry forward, but not to less than a second after the failure and not before `retryAfterSeconds`.
   *
   * Do not throw for an error that retries cannot fix (422, for example): report it in a condition or an event and
   * return. The next change of the object queues the key again.
   */
  reconcile: (key: string, context: ReconcileContext) => Promise<void>;
  /** Keys reconciled at once, from 1 to 10 000; default 4. */
  concurrency?: number;
  /**
   * The group of a key, such as a binding. Among keys of one priority groups take turns, so that a group with many
   * keys does not starve the others. One group uses at most three quarters of the workers (of one or two, one), so
   * that hanging reconciles of one group do not block the others. Must always return the same group for a key.
   * Default: one group. When the function throws, the failure is logged and counted, and the key has no group (`''`).
   */
  group?: (key: string) => string;
  /** Queues keys again periodically, with priority `resync`. Default: never. */
  resync?: Resync;
  /** Waits of a key that fails repeatedly; default 5 ms to 30 s, with full jitter. */
  backoff?: BackoffTimes;
  /** Default: nothing is logged. */
  logger?: Logger;
  /** Default: none. */
  metrics?: KubeMetrics;
}

/** Present state of a controller. */
export interface ControllerHealth {
  /** Keys that are due and wait for a worker. */
  depth: number;
  /** Keys that are being reconciled. */
  running: number;
  /**
   * Run time of the oldest running reconcile in milliseconds; undefined when none runs. Much more than the longest
   * timeout of a call means that the reconcile is stuck.
   */
  oldestRunMs?: number;
  /** The key of the oldest running reconcile. */
  oldestRunKey?: string;
}

/** A controller. */
export interface Controller {
  /** Name from the options. */
  readonly name: string;
  /** Present state, for probes. */
  readonly health: ControllerHealth;
  /**
   * Starts reconciling once all caches are synced, until the signal aborts. Does not start the caches. Can be called
   * once only.
   */
  start(signal: AbortSignal): void;
  /**
   * Queues a key, at once or after a delay; default priority `user`. The earliest of several delays wins.
   * @throws RangeError when the delay is negative or NaN
   */
  enqueue(key: string, delayMs?: number, priority?: Priority): void;
  /**
   * Resolves when the controller has stopped and its last reconcile has ended, so that nothing is written any more. A
   * reconcile that ignores its signal delays this without a limit; after 10 seconds its key is logged as a warning.
   * Callers that cannot wait need their own time limit.
   */
  stopped(): Promise<void>;
}
