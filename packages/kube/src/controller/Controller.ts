// The controller's face: watches feed a keyed queue, one reconcile a key brings the world to what it should be.
import { BackoffTimes } from '../backoff';
import { Cache } from '../cache/Cache';
import { KubeMetrics } from '../metrics';
import { KubeObject, Logger } from '../types';

/** What a reconcile gets besides its key. */
export interface ReconcileContext {
  /** Aborts when the controller stops. */
  readonly signal: AbortSignal;
  /** Knows controller and key. */
  readonly logger: Logger;
  /** Look at this key again after so many milliseconds, if nothing fails. The earliest of several wins. */
  requeueAfter(ms: number): void;
}

/** A cache that a controller reacts to. */
export interface ControllerWatch<T extends KubeObject> {
  cache: Cache<T>;
  /**
   * The keys to reconcile when an object changes; default: the object's own.
   * `previous` is there for updates: when the answer depends on a field that may change, answer for both.
   */
  key?: (object: T, previous?: T) => string | readonly string[] | undefined;
}

export interface ControllerOptions<W extends KubeObject[]> {
  /** Names logs and metrics. */
  name: string;
  watches: { [I in keyof W]: ControllerWatch<W[I]> };
  /**
   * Compares what is with what should be, and writes the difference. Runs never twice at once for a key.
   * When it throws, the key comes back after a back-off; after an `ApiError` not before its `retryAfterSeconds`.
   */
  reconcile: (key: string, context: ReconcileContext) => Promise<void>;
  /** Keys reconciled at once; default 4. */
  concurrency?: number;
  /** Waits of a key that fails again and again; default 5 ms to 5 minutes. */
  backoff?: BackoffTimes;
  logger?: Logger;
  metrics?: KubeMetrics;
}

export interface Controller {
  readonly name: string;
  /** Begins once all caches are synced, until the signal aborts. Does not start the caches. Once only. */
  start(signal: AbortSignal): void;
  /** Looks at a key, at once or later. */
  enqueue(key: string, delayMs?: number): void;
  /** Resolves when the caches are synced and nothing is queued, running or waiting to be retried. Keys that asked to be looked at later do not count. */
  idle(): Promise<void>;
  /** Resolves when the controller has stopped and its last reconcile has ended. */
  stopped(): Promise<void>;
}
