// A work queue of keys: each key once, never two workers on one key, later or again after failures.
import { BackoffTimes, backoffMs } from '../backoff';

/** Node fires longer timers at once. */
const longestTimerMs = 2 ** 31 - 1;

interface Delayed {
  timer: NodeJS.Timeout;
  dueAt: number;
}

export interface KeyedQueueOptions {
  backoff: BackoffTimes;
  /** From 0 to 1; default Math.random. */
  random?: () => number;
  /** Told when the number of keys that are due changes. */
  onDepth?: (depth: number) => void;
}

/**
 * A key is *ready* (due, waiting for a worker), *running*, or both *running* and *dirty* (added again meanwhile:
 * it becomes ready when its run ends). Besides it may be *delayed*, once for its earliest time.
 */
export class KeyedQueue {
  readonly #ready = new Set<string>();
  readonly #running = new Set<string>();
  readonly #dirty = new Set<string>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #failures = new Map<string, number>();
  readonly #takers: ((key: string | undefined) => void)[] = [];
  #idlers: (() => void)[] = [];
  #closed = false;

  constructor(private readonly options: KeyedQueueOptions) {}

  /** Keys that are due and wait for a worker. */
  get depth(): number {
    return this.#ready.size;
  }

  /** Makes a key due now. Adding it again before it is taken changes nothing. */
  add(key: string): void {
    if (this.#closed) return;
    if (this.#running.has(key)) {
      this.#dirty.add(key);
      return;
    }
    if (this.#ready.has(key)) return;
    const taker = this.#takers.shift();
    if (taker) {
      this.#running.add(key);
      taker(key);
    } else {
      this.#ready.add(key);
      this.options.onDepth?.(this.#ready.size);
    }
  }

  /** Makes a key due later. A later time than one already set is ignored. */
  addAfter(key: string, delayMs: number): void {
    if (this.#closed) return;
    if (!(delayMs > 0)) {
      this.add(key);
      return;
    }
    const dueAt = performance.now() + delayMs;
    const before = this.#delayed.get(key);
    if (before && before.dueAt <= dueAt) return;
    clearTimeout(before?.timer);
    const timer = setTimeout(
      () => {
        this.#delayed.delete(key);
        this.add(key);
        this.#settle();
      },
      Math.min(delayMs, longestTimerMs),
    );
    this.#delayed.set(key, { timer, dueAt });
  }

  /** The next key, as soon as there is one; undefined once the queue is closed. Each key taken must be given back. */
  take(): Promise<string | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const [key] = this.#ready;
    if (key === undefined) {
      return new Promise(resolve => this.#takers.push(resolve));
    }
    this.#ready.delete(key);
    this.#running.add(key);
    this.options.onDepth?.(this.#ready.size);
    return Promise.resolve(key);
  }

  /** Gives a key back whose run went well: its failures are forgotten. */
  succeeded(key: string): void {
    this.#failures.delete(key);
    this.#release(key);
  }

  /**
   * Gives a key back whose run failed: it comes again after a back-off.
   * @param notBeforeMs - shortest wait, as the server asked for
   * @returns the wait in milliseconds
   */
  failed(key: string, notBeforeMs = 0): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    if (!this.#closed) this.#failures.set(key, failures);
    const random = (this.options.random ?? Math.random)();
    const delayMs =
      notBeforeMs + backoffMs(this.options.backoff, failures, random);
    this.addAfter(key, delayMs);
    this.#release(key);
    return delayMs;
  }

  /** Resolves when no key is due, running or waiting after a failure. */
  idle(): Promise<void> {
    return new Promise(resolve => {
      this.#idlers.push(resolve);
      this.#settle();
    });
  }

  /** Takes no more keys and lets go of those that wait. Keys that run may still be given back. */
  close(): void {
    this.#closed = true;
    this.#ready.clear();
    this.#dirty.clear();
    this.#failures.clear();
    for (const { timer } of this.#delayed.values()) clearTimeout(timer);
    this.#delayed.clear();
    this.options.onDepth?.(0);
    this.#takers.splice(0).forEach(taker => taker(undefined));
    this.#settle();
  }

  #release(key: string): void {
    this.#running.delete(key);
    if (this.#dirty.delete(key)) this.add(key);
    this.#settle();
  }

  #settle(): void {
    const busy =
      this.#ready.size > 0 || this.#running.size > 0 || this.#failures.size > 0;
    if (busy) return;
    const idlers = this.#idlers;
    this.#idlers = [];
    idlers.forEach(resolve => resolve());
  }
}
