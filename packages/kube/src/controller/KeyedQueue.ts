// A work queue of keys: each key once, never two workers on one key, later or again after failures.
import { BackoffTimes, backoffMs, maxRetryAfterMs } from '../backoff';
import { Priority } from './Controller';
import { Delays } from './Delays';
import { checkDelay } from './limits';
import { GroupShares } from './GroupShares';
import { lessUrgent, moreUrgent } from './priority';
import { PriorityLanes, Waiting } from './PriorityLanes';

/** How long news about a failing key wait after its failure: it may be its own failing runs that make the news. */
const failedKeyDelayMs = 1000;
/** By how much at most a key comes later than the server asked for, so that many do not return together. */
const retryAfterJitter = 0.1;

/** How a queue works. */
export interface KeyedQueueOptions {
  /** Waits of keys that fail again and again. */
  backoff: BackoffTimes;
  /** Groups take turns; default: one group. */
  group?: (key: string) => string;
  /** Keys of one group that run at a time; default: any number. */
  groupLimit?: number;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
  /** Told when the number of keys that are due changes. */
  onDepth?: (depth: number) => void;
}

/** A key in the hands of a worker. */
export interface QueueItem {
  readonly key: string;
  readonly priority: Priority;
  /** How long it was due before it was taken. */
  readonly waitedMs: number;
}

interface Failure {
  /** In a row. */
  readonly count: number;
  /** News do not bring the key back before this. */
  readonly notBefore: number;
}

/**
 * A key is *ready* (due, waiting for a worker), *running*, or both *running* and *dirty* (added again meanwhile:
 * it becomes ready when its run ends), or *retrying* (its run failed, it waits). Besides it may be *delayed*, once for
 * its earliest time.
 */
export class KeyedQueue {
  readonly #ready: PriorityLanes;
  readonly #running = new Map<string, Waiting>();
  readonly #shares: GroupShares;
  readonly #dirty = new Map<string, Priority>();
  readonly #delayed = new Delays((key, priority) => this.add(key, priority));
  readonly #retrying = new Delays((key, priority) => this.add(key, priority));
  readonly #failures = new Map<string, Failure>();
  readonly #waiters: ((item: QueueItem | undefined) => void)[] = [];
  #closed = false;

  constructor(private readonly options: KeyedQueueOptions) {
    const { group = () => '', groupLimit = Infinity } = options;
    this.#ready = new PriorityLanes(group);
    this.#shares = new GroupShares(groupLimit);
  }

  /** Keys that are due and wait for a worker. */
  get depth(): number {
    return this.#ready.size;
  }

  /**
   * Makes a key due now; one that fails, a moment after its failure. Adding it again before it is taken can only make
   * it more urgent.
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
   * Makes a key due later. A later time than one already set only adds its urgency.
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

  /** The next key, as soon as there is one; undefined once the queue is closed. Each key taken must be given back. */
  take(): Promise<QueueItem | undefined> {
    const item = this.tryTake();
    if (item || this.#closed) return Promise.resolve(item);
    return new Promise(resolve => this.#waiters.push(resolve));
  }

  /** The next key, if there is one now. Each key taken must be given back. */
  tryTake(): QueueItem | undefined {
    const waiting = this.#ready.shift(group => this.#shares.mayRun(group));
    if (!waiting) return undefined;
    const { key, priority, group, since } = waiting;
    this.#running.set(key, waiting);
    this.#shares.started(group);
    this.options.onDepth?.(this.#ready.size);
    return { key, priority, waitedMs: performance.now() - since };
  }

  /** Gives a key back whose run went well: its failures are forgotten. */
  succeeded(key: string): void {
    this.#failures.delete(key);
    const dirtyPriority = this.#done(key);
    if (dirtyPriority) this.#makeReady(key, dirtyPriority);
    this.#serve();
  }

  /**
   * Gives a key back whose run failed: it comes again after a back-off, no more urgent than `status`, so that what
   * fails stays behind what users do.
   * @param retryAfterMs - when the server asked for it, instead of a back-off
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
      const asked = retryAfterMs > 0;
      const notBefore =
        now + (asked ? delayMs : Math.min(delayMs, failedKeyDelayMs));
      this.#failures.set(key, { count, notBefore });
      this.#retrying.set(key, { dueAt: now + delayMs, priority });
      if (dirtyPriority) this.add(key, dirtyPriority);
    }
    this.#serve();
    return delayMs;
  }

  /** Takes no more keys and lets go of those that wait. Keys that run may still be given back. */
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

  /** @returns how urgent news are that came during the run */
  #done(key: string): Priority | undefined {
    const dirtyPriority = this.#dirty.get(key);
    this.#dirty.delete(key);
    const ended = this.#running.get(key);
    if (ended) this.#shares.finished(ended.group);
    this.#running.delete(key);
    return dirtyPriority;
  }

  #makeReady(key: string, priority: Priority): void {
    this.#retrying.delete(key);
    this.#ready.push(key, priority, performance.now());
    this.options.onDepth?.(this.#ready.size);
    this.#serve();
  }

  /** Gives keys to workers that wait for some. */
  #serve(): void {
    while (this.#waiters.length > 0) {
      const item = this.tryTake();
      if (!item) return;
      this.#waiters.shift()?.(item);
    }
  }
}
