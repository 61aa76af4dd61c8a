// A work queue of keys: each key waits once, runs in one worker at a time, and can be delayed or retried.
import { BackoffTimes, backoffMs, maxRetryAfterMs } from '../backoff';
import { Priority } from './Controller';
import { Delays, checkDelay } from './Delays';
import { lessUrgent, moreUrgent } from './priority';
import { ReadyKey, ReadyKeys } from './ReadyKeys';

/**
 * Shortest wait after a failure before a change retries the key, since the failing runs may cause the changes
 * themselves.
 */
const failedKeyDelayMs = 1000;
/** Largest added part of a `Retry-After`, so that many keys do not retry together. */
const retryAfterJitter = 0.1;

export interface KeyedQueueOptions {
  /** Waits of keys that fail repeatedly. */
  backoff: BackoffTimes;
  /** Group of a key, for taking turns; default: one group. */
  group?: (key: string) => string;
  /** Keys of one group that run at once; default: unlimited. */
  groupLimit?: number;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
  /** Called when the number of due keys changes. */
  onDepth?: (depth: number) => void;
}

/** A key that a worker has taken. */
export interface QueueItem {
  readonly key: string;
  readonly priority: Priority;
  /** Time between becoming due and being taken, in milliseconds. */
  readonly waitedMs: number;
}

interface Failure {
  /** Failures in a row. */
  readonly count: number;
  /** Changes do not retry the key before this time. */
  readonly notBefore: number;
}

/**
 * A key is *ready* (due, waiting for a worker), *running*, both *running* and *dirty* (added again during the run:
 * ready when the run ends), or *retrying* (waiting after a failed run). It can also be *delayed*, once, to its
 * earliest time.
 */
export class KeyedQueue {
  readonly #ready: ReadyKeys;
  readonly #running = new Map<string, ReadyKey>();
  readonly #dirty = new Map<string, Priority>();
  readonly #delayed = new Delays((key, priority) => this.add(key, priority));
  readonly #retrying = new Delays((key, priority) => this.add(key, priority));
  readonly #failures = new Map<string, Failure>();
  readonly #waiters: ((item: QueueItem | undefined) => void)[] = [];
  #closed = false;

  constructor(private readonly options: KeyedQueueOptions) {
    const { group = () => '', groupLimit } = options;
    this.#ready = new ReadyKeys(group, groupLimit);
  }

  /** Keys that are due and wait for a worker. */
  get depth(): number {
    return this.#ready.size;
  }

  /**
   * Makes a key due now, or shortly after its failure when it is retrying. Adding a waiting key again can only raise
   * its priority.
   */
  add(key: string, priority: Priority = 'user'): void {
    if (this.#closed) return;
    if (this.#running.has(key)) {
      const before = this.#dirty.get(key) ?? priority;
      this.#dirty.set(key, moreUrgent(before, priority));
      return;
    }
    const retry = this.#retrying.get(key);
    const notBefore = this.#failures.get(key)?.notBefore ?? 0;
    if (!retry || notBefore <= performance.now()) {
      this.#makeReady(key, moreUrgent(priority, retry?.priority ?? priority));
      return;
    }
    this.#retrying.set(key, {
      dueAt: Math.min(retry.dueAt, notBefore),
      priority: moreUrgent(priority, retry.priority),
    });
  }

  /**
   * Makes a key due later. When the key is already due earlier, only a higher priority is taken over.
   * @throws RangeError when the delay is negative or NaN
   */
  addAfter(key: string, delayMs: number, priority: Priority = 'user'): void {
    checkDelay(key, delayMs);
    if (this.#closed) return;
    if (delayMs === 0) {
      this.add(key, priority);
      return;
    }
    const dueAt = performance.now() + delayMs;
    const before = this.#delayed.get(key);
    this.#delayed.set(key, {
      dueAt: Math.min(dueAt, before?.dueAt ?? dueAt),
      priority: moreUrgent(before?.priority ?? priority, priority),
    });
  }

  /**
   * The next key, as soon as there is one; undefined once the queue is closed. Each taken key must be passed to
   * `succeeded` or `failed`.
   */
  take(): Promise<QueueItem | undefined> {
    const item = this.tryTake();
    if (item || this.#closed) return Promise.resolve(item);
    return new Promise(resolve => this.#waiters.push(resolve));
  }

  /** The next key, if there is one now. Each taken key must be passed to `succeeded` or `failed`. */
  tryTake(): QueueItem | undefined {
    const ready = this.#ready.take();
    if (!ready) return undefined;
    const { key, priority, since } = ready;
    this.#running.set(key, ready);
    this.options.onDepth?.(this.#ready.size);
    return { key, priority, waitedMs: performance.now() - since };
  }

  /** Ends a successful run: the failures of the key are reset. */
  succeeded(key: string): void {
    this.#failures.delete(key);
    const dirtyPriority = this.#done(key);
    if (dirtyPriority) this.#makeReady(key, dirtyPriority);
    this.#serve();
  }

  /**
   * Ends a failed run: the key is retried after a back-off, with priority `status` at most, so that failing keys stay
   * behind changes by users.
   * @param retryAfterMs - wait that the server asked for, instead of a back-off
   * @returns the wait in milliseconds
   */
  failed(key: string, retryAfterMs = 0): number {
    const priority = lessUrgent(
      this.#running.get(key)?.priority ?? 'status',
      'status',
    );
    const dirtyPriority = this.#done(key);
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const delayMs = this.#delayAfter(count, retryAfterMs);
    if (!this.#closed) {
      const now = performance.now();
      const isRequested = retryAfterMs > 0;
      const notBefore =
        now + (isRequested ? delayMs : Math.min(delayMs, failedKeyDelayMs));
      this.#failures.set(key, { count, notBefore });
      this.#retrying.set(key, { dueAt: now + delayMs, priority });
      if (dirtyPriority) this.add(key, dirtyPriority);
    }
    this.#serve();
    return delayMs;
  }

  /** Accepts no more keys and drops waiting ones. Running keys can still be ended. */
  close(): void {
    this.#closed = true;
    this.#ready.clear();
    this.#dirty.clear();
    this.#failures.clear();
    this.#delayed.clear();
    this.#retrying.clear();
    this.options.onDepth?.(0);
    this.#waiters.splice(0).forEach(waiter => waiter(undefined));
  }

  #delayAfter(failures: number, retryAfterMs: number): number {
    const random = (this.options.random ?? Math.random)();
    return retryAfterMs > 0
      ? Math.min(retryAfterMs, maxRetryAfterMs) *
          (1 + retryAfterJitter * random)
      : backoffMs(this.options.backoff, failures, random);
  }

  /** @returns the priority of changes that arrived during the run */
  #done(key: string): Priority | undefined {
    const dirtyPriority = this.#dirty.get(key);
    this.#dirty.delete(key);
    const ended = this.#running.get(key);
    if (ended) this.#ready.finished(ended);
    this.#running.delete(key);
    return dirtyPriority;
  }

  #makeReady(key: string, priority: Priority): void {
    this.#retrying.delete(key);
    this.#ready.push(key, priority, performance.now());
    this.options.onDepth?.(this.#ready.size);
    this.#serve();
  }

  /** Passes keys to waiting workers. */
  #serve(): void {
    while (this.#waiters.length > 0) {
      const item = this.tryTake();
      if (!item) return;
      this.#waiters.shift()?.(item);
    }
  }
}
