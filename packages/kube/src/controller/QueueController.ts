// Runs a controller: changes of caches become keys of a queue, and workers reconcile the keys.
import { CacheChange } from '../cache/Cache';
import { ApiError, isConflict } from '../errors';
import type { KubeMetrics } from '../KubeMetrics';
import { keyOf } from '../keys';
import { Logger } from '../Logger';
import { KubeObject } from '../types';
import { deferred } from '../wait';
import { createYieldToEventLoop } from '../yieldToEventLoop';
import {
  Controller,
  ControllerHealth,
  ControllerWatch,
  Priority,
  ReconcileContext,
} from './Controller';
import { ControllerFunctions } from './ControllerFunctions';
import { checkDelay } from './Delays';
import { KeyedQueue, QueueItem } from './KeyedQueue';
import { priorityOf } from './priority';
import { inReconcileSpan } from './reconcileSpan';
import { startResync } from './resync';

/** Reconciles that run longer than this after the stop are logged. */
const slowStopMs = 10_000;
/** Shortest requeue delay, so that a key that always requeues itself does not starve others. */
const minRequeueMs = 10;

interface QueueControllerOptions {
  name: string;
  watches: readonly ControllerWatch<KubeObject>[];
  functions: ControllerFunctions;
  queue: KeyedQueue;
  reconcile: (key: string, context: ReconcileContext) => Promise<void>;
  /** Number of workers. */
  concurrency: number;
  /** Default: no resync. */
  resyncMs?: number;
  logger: Logger;
  metrics?: KubeMetrics;
}

/** One run of a reconcile, and the requeue that it asked for. */
class ReconcileRun {
  requeueMs: number | undefined;
  readonly #startedAt = performance.now();
  #keyedLogger: Logger | undefined;

  constructor(
    readonly key: string,
    private readonly parentLogger: Logger,
  ) {}

  get ms(): number {
    return performance.now() - this.#startedAt;
  }

  /** Created on demand: most reconciles log nothing, and a child logger costs as much as a short reconcile. */
  get logger(): Logger {
    this.#keyedLogger ??= this.parentLogger.child({ key: this.key });
    return this.#keyedLogger;
  }

  /** An object without prototype members, because reconcilers may spread or destructure their context. */
  context(signal: AbortSignal): ReconcileContext {
    const keyedLogger = () => this.logger;
    return {
      signal,
      get logger() {
        return keyedLogger();
      },
      requeueAfter: ms => {
        const waitMs = Math.max(checkDelay(this.key, ms), minRequeueMs);
        this.requeueMs = Math.min(waitMs, this.requeueMs ?? waitMs);
      },
    };
  }
}

/** See {@link Controller}. */
export class QueueController implements Controller {
  /** In the order of their start. */
  readonly #runs = new Set<ReconcileRun>();
  readonly #yieldToEventLoop = createYieldToEventLoop();
  readonly #done = deferred<void>();
  /** Unsubscribe from the caches and stop the resync. */
  readonly #cleanups: (() => void)[] = [];
  #isStarted = false;

  constructor(private readonly options: QueueControllerOptions) {}

  get name(): string {
    return this.options.name;
  }

  get health(): ControllerHealth {
    const [oldest] = this.#runs;
    return {
      depth: this.options.queue.depth,
      running: this.#runs.size,
      oldestRunMs: oldest?.ms,
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
    this.options.queue.addAfter(key, delayMs, priority);
  }

  stopped(): Promise<void> {
    return this.#done.promise;
  }

  async #run(signal: AbortSignal): Promise<void> {
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
        this.options.logger.error(
          { err: error },
          'the controller failed: one of its caches was stopped or failed',
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
    const { concurrency, functions, logger, queue, resyncMs, watches } =
      this.options;
    watches.forEach(watch => this.#follow(watch));
    await Promise.all(watches.map(({ cache }) => cache.whenSynced(signal)));
    logger.debug({}, 'all caches are synced, starting the controller');
    if (resyncMs !== undefined && !signal.aborted) {
      const stopResync = startResync({
        keys: functions.resyncKeys,
        periodMs: resyncMs,
        enqueue: key => queue.add(key, 'resync'),
      });
      this.#cleanups.push(stopResync);
    }
    await Promise.all(
      Array.from({ length: concurrency }, () => this.#runWorker(signal)),
    );
  }

  /** Queues the keys of all cached objects, and then of each change. */
  #follow(watch: ControllerWatch<KubeObject>): void {
    const { functions, queue } = this.options;
    const handle = (change: CacheChange<KubeObject>) => {
      const { object, previous } = change;
      const priority = priorityOf(change);
      functions
        .keysOf(watch, object, previous)
        .forEach(key => queue.add(key, priority));
    };
    this.#cleanups.push(watch.cache.subscribe(handle));
    for (const object of watch.cache.list()) {
      handle({ type: 'added', key: keyOf(object), object, source: 'list' });
    }
  }

  async #runWorker(signal: AbortSignal): Promise<void> {
    const { queue } = this.options;
    for (
      let item = await queue.take();
      item !== undefined;
      item = await queue.take()
    ) {
      await this.#reconcile(item, signal);
      await this.#yieldToEventLoop();
    }
  }

  /** Reconciles a key, and requeues it according to the outcome. */
  async #reconcile(item: QueueItem, signal: AbortSignal): Promise<void> {
    const { name, reconcile, queue, logger, metrics } = this.options;
    const { key, priority, waitedMs } = item;
    const run = new ReconcileRun(key, logger);
    this.#runs.add(run);
    metrics?.queueWaited(name, priority, waitedMs / 1000);
    const context = run.context(signal);
    try {
      await inReconcileSpan(name, item, signal, () => reconcile(key, context));
      metrics?.reconciled(name, 'success', run.ms / 1000);
      if (run.requeueMs !== undefined) {
        queue.addAfter(key, run.requeueMs, 'status');
      }
      queue.succeeded(key);
    } catch (error) {
      this.#retry(run, error, signal);
    } finally {
      this.#runs.delete(run);
    }
  }

  #retry(run: ReconcileRun, error: unknown, signal: AbortSignal): void {
    const { name, queue, metrics } = this.options;
    const retryAfterSeconds =
      error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const delayMs = queue.failed(run.key, (retryAfterSeconds ?? 0) * 1000);
    if (signal.aborted) {
      run.logger.debug(
        { err: error },
        'reconcile aborted by the stop of the controller',
      );
      return;
    }
    metrics?.reconciled(name, 'error', run.ms / 1000);
    metrics?.queueRetry(name);
    const fields = { err: error, retryInMs: Math.round(delayMs) };
    // Another client wrote first: the new object will arrive through the watch.
    if (isConflict(error))
      run.logger.debug(fields, 'reconcile failed with a conflict, retrying');
    else run.logger.warn(fields, 'reconcile failed, retrying');
  }

  #shutDownQueue(): void {
    this.options.queue.close();
    this.#cleanups.splice(0).forEach(end => end());
  }

  #logSlowStop(): void {
    this.options.logger.warn(
      { keys: [...this.#runs].map(({ key }) => key) },
      'these reconciles still run although the controller was stopped: they ignore their signal',
    );
  }
}
