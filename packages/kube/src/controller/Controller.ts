// The controller's face: watches feed a keyed queue, one reconcile a key brings the world to what it should be.
import { BackoffTimes } from '../backoff';
import { Cache, CacheChange } from '../cache/Cache';
import { KubeMetrics } from '../metrics';
import { KubeObject } from '../types';
import { Logger } from '../Logger';

/** What a reconcile gets besides its key. */
export interface ReconcileContext {
  /** Aborts when the controller stops. Pass it to every call, so that nothing keeps the controller from ending. */
  readonly signal: AbortSignal;
  /** Knows controller and key. */
  readonly logger: Logger;
  /**
   * Look at this key again after so many milliseconds, if nothing fails; less than 10 count as 10. The earliest of
   * several wins. It comes with priority `status`. News about the key do not cancel it.
   * @throws RangeError when it is negative or NaN: a failure of the reconcile like every other
   */
  requeueAfter(ms: number): void;
}

/**
 * How soon a key is worked on, the most urgent first: what a user did, then what a controller reported,
 * then what was there at the start, then looking again without news.
 *
 * A more urgent key goes first, but not for ever: while there are less urgent keys, every tenth key is one of them.
 */
export type Priority = 'user' | 'status' | 'initial' | 'resync';

/** A cache that a controller reacts to. */
export interface ControllerWatch<T extends KubeObject> {
  /** Whose changes count. The controller waits until it is synced, and does not start it. */
  cache: Cache<T>;
  /**
   * The keys to reconcile when an object changes; default: the object's own.
   * `previous` is there for updates: when the answer depends on a field that may change, answer for both.
   *
   * When it throws or answers with something else, a promise for example, that is logged and counted, and this change brings no key; the next change of the object and
   * `resyncMs` ask again. Who cannot answer for an object had better answer `undefined`.
   */
  key?: (object: T, previous?: T) => string | readonly string[] | undefined;
  /**
   * Default: {@link priorityOf}. What is in the cache when the controller starts is asked for as a change of type
   * `added` with source `list`. When it throws or answers with something else, that is logged and counted, and the default holds.
   */
  priority?: (change: CacheChange<T>) => Priority;
}

/** What a controller is made of. */
export interface ControllerOptions<W extends KubeObject[]> {
  /** Names logs, metrics and spans; of a fixed set, such as `export`. */
  name: string;
  /** What it reacts to. */
  watches: { [I in keyof W]: ControllerWatch<W[I]> };
  /**
   * Compares what is with what should be, and writes the difference. Runs never twice at once for a key.
   *
   * When it throws, the key comes back after a back-off, no more urgent than `status`; when it throws an `ApiError` with
   * `retryAfterSeconds`, after that time instead, and up to a tenth of it later. News about a failing key bring it back
   * sooner, but not within a second of the failure and not before `retryAfterSeconds`.
   *
   * What cannot become better by trying again (422, for example) is no reason to throw: say it in a condition or an
   * event and return. The next change of the object brings the key again.
   */
  reconcile: (key: string, context: ReconcileContext) => Promise<void>;
  /** Keys reconciled at once, from 1 to 10 000; default 4. */
  concurrency?: number;
  /**
   * The group a key belongs to, such as a binding. Among keys of one priority groups take turns, so that one with many
   * keys cannot starve the others, and one group holds three quarters of the workers at most (of one or two, one), so that
   * reconciles of others are not kept out by those of one that hang. Always the same for a key. Default: one group. When it throws or answers with something else, that is logged and
   * counted, and the key is one without a group (`''`).
   */
  group?: (key: string) => string;
  /**
   * Looks at every key again after about so many milliseconds (jittered by a tenth), at priority `resync`. Keys are
   * spread over this time, which is 24 days (2^31 - 1) at most. Default: never.
   */
  resyncMs?: number;
  /**
   * All keys that `resyncMs` is about. Asked up to a hundred times in `resyncMs`, each time for the keys of another part,
   * so that keys may come and go; may name a key several times. When it throws or answers with something else, that is
   * logged and counted, and those keys are passed by until next time. Default: the keys of what is in the caches.
   */
  resyncKeys?: () => Iterable<string>;
  /** Waits of a key that fails again and again, from 1 ms to 24 days; default 5 ms to 30 s, with full jitter. */
  backoff?: BackoffTimes;
  /** Default: says nothing. */
  logger?: Logger;
  /** Default: none. */
  metrics?: KubeMetrics;
}

/** How a controller is doing at this moment. */
export interface ControllerHealth {
  /** Keys that are due and wait for a worker. */
  depth: number;
  /** Keys being reconciled. */
  running: number;
  /**
   * How long the longest of the running reconciles has been running, in milliseconds; undefined when none runs. Much
   * more than the longest timeout of a call means that it is stuck.
   */
  oldestRunMs?: number;
  /** The key of that reconcile. */
  oldestRunKey?: string;
}

/** A controller. */
export interface Controller {
  /** As given. */
  readonly name: string;
  /** How it is doing, for probes. */
  readonly health: ControllerHealth;
  /** Begins once all caches are synced, until the signal aborts. Does not start the caches. Once only. */
  start(signal: AbortSignal): void;
  /**
   * Looks at a key, at once or later; default priority `user`. Of several later times the earliest wins.
   * @throws RangeError when the delay is negative or NaN
   */
  enqueue(key: string, delayMs?: number, priority?: Priority): void;
  /**
   * Resolves when the controller has stopped and its last reconcile has ended: nothing is written any more. A
   * reconcile that ignores its signal delays this for as long as it takes; after 10 seconds its key is logged as a
   * warning. Who cannot wait sets a limit of its own.
   */
  stopped(): Promise<void>;
}
