// Runs a controller: changes of caches become keys of a queue, and workers take the keys.
import { Logger } from '../Logger';
import { KubeObject } from '../types';
import { deferred } from '../wait';
import { createYieldToEventLoop } from '../yieldToEventLoop';
import {
  Controller,
  ControllerHealth,
  ControllerWatch,
  Priority,
} from './Controller';
import { enqueueChanges } from './enqueueChanges';
import { KeyedQueue } from './KeyedQueue';
import { Reconciler } from './Reconciler';
import { RunningReconciles } from './RunningReconciles';

/** Reconciles that run longer than this after the stop are logged. */
const slowStopMs = 10_000;

/** Parts of a {@link QueueController}. */
interface QueueControllerParts {
  name: string;
  watches: readonly ControllerWatch<KubeObject>[];
  queue: KeyedQueue;
  reconciler: Reconciler;
  /** Number of workers. */
  concurrency: number;
  /** Called when all caches are synced; returns a function that stops the resync. */
  startResync: () => () => void;
  logger: Logger;
}

/** See {@link Controller}. */
export class QueueController implements Controller {
  readonly #parts: QueueControllerParts;
  readonly #runs = new RunningReconciles();
  readonly #yieldToEventLoop = createYieldToEventLoop();
  readonly #done = deferred<void>();
  /** Unsubscribe from the caches and stop the resync. */
  readonly #cleanups: (() => void)[] = [];
  #isStarted = false;

  constructor(parts: QueueControllerParts) {
    this.#parts = parts;
  }

  get name(): string {
    return this.#parts.name;
  }

  get health(): ControllerHealth {
    const { oldest, count } = this.#runs;
    return {
      depth: this.#parts.queue.depth,
      running: count,
      oldestRunMs: oldest && performance.now() - oldest.startedAt,
      oldestRunKey: oldest?.key,
    };
  }

  start(signal: AbortSignal): void {
    if (this.#isStarted) {
      throw new Error(`The controller "${this.name}" was started already.`);
    }
    this.#isStarted = true;
    this.#run(signal);
  }

  enqueue(key: string, delayMs = 0, priority: Priority = 'user'): void {
    this.#parts.queue.addAfter(key, delayMs, priority);
  }

  stopped(): Promise<void> {
    return this.#done.promise;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { logger } = this.#parts;
    let slowStop: NodeJS.Timeout | undefined;
    const onAbort = () => {
      this.#shutDownQueue();
      slowStop = setTimeout(() => this.#logSlowStop(), slowStopMs).unref();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await this.#work(signal);
    } catch (error) {
      if (!signal.aborted) {
        logger.error(
          { err: error },
          'the controller failed: one of its caches was stopped, or one of its functions threw',
        );
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      clearTimeout(slowStop);
      this.#shutDownQueue();
      this.#done.resolve();
    }
  }

  /** Resolves when the queue is closed and no reconcile runs. */
  async #work(signal: AbortSignal): Promise<void> {
    const { concurrency, logger, queue, startResync, watches } = this.#parts;
    for (const watch of watches) {
      this.#cleanups.push(
        enqueueChanges(watch, (key, priority) => queue.add(key, priority)),
      );
    }
    await Promise.all(watches.map(({ cache }) => cache.whenSynced(signal)));
    logger.debug({}, 'all caches are synced, starting the controller');
    if (!signal.aborted) this.#cleanups.push(startResync());
    await Promise.all(
      Array.from({ length: concurrency }, () => this.#runWorker(signal)),
    );
  }

  async #runWorker(signal: AbortSignal): Promise<void> {
    const { queue, reconciler } = this.#parts;
    for (
      let item = await queue.take();
      item !== undefined;
      item = await queue.take()
    ) {
      const current = item;
      await this.#runs.run(current.key, () => reconciler.run(current, signal));
      await this.#yieldToEventLoop();
    }
  }

  #shutDownQueue(): void {
    this.#parts.queue.close();
    this.#cleanups.splice(0).forEach(end => end());
  }

  #logSlowStop(): void {
    this.#parts.logger.warn(
      { keys: this.#runs.keys },
      'these reconciles still run although the controller was stopped: they ignore their signal',
    );
  }
}
