// Reconciles a queued key, and requeues the key according to the outcome.
import { ApiError, isConflict } from '../errors';
import type { KubeMetrics } from '../KubeMetrics';
import { Logger } from '../Logger';
import { ReconcileContext } from './Controller';
import { KeyedQueue, QueueItem } from './KeyedQueue';
import { checkDelay } from './limits';
import { inReconcileSpan } from './reconcileSpan';

/** Shortest requeue delay, so that a key that always requeues itself does not starve others. */
const minRequeueMs = 10;

/** Dependencies of a {@link Reconciler}. */
interface ReconcilerOptions {
  /** Name of the controller. */
  name: string;
  reconcile: (key: string, context: ReconcileContext) => Promise<void>;
  queue: KeyedQueue;
  logger: Logger;
  metrics?: KubeMetrics;
}

/** One run of a reconcile: its logger, and the requeue that it asked for. */
class ReconcileRun {
  readonly #logger: Logger;
  readonly #key: string;
  readonly #startedAt = performance.now();
  #keyedLogger: Logger | undefined;
  #requeueMs: number | undefined;

  constructor(logger: Logger, key: string) {
    this.#logger = logger;
    this.#key = key;
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  get requeueMs(): number | undefined {
    return this.#requeueMs;
  }

  /** Created on demand: most reconciles log nothing, and a child logger costs as much as a short reconcile. */
  get logger(): Logger {
    this.#keyedLogger ??= this.#logger.child({ key: this.#key });
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
        const waitMs = Math.max(checkDelay(this.#key, ms), minRequeueMs);
        this.#requeueMs = Math.min(waitMs, this.#requeueMs ?? waitMs);
      },
    };
  }
}

/** Runs the reconciles of a controller; a failure is logged, counted and retried. */
export class Reconciler {
  readonly #options: ReconcilerOptions;

  constructor(options: ReconcilerOptions) {
    this.#options = options;
  }

  async run(item: QueueItem, signal: AbortSignal): Promise<void> {
    const { name, reconcile, queue, logger, metrics } = this.#options;
    const { key, priority, waitedMs } = item;
    const run = new ReconcileRun(logger, key);
    metrics?.queueWaited(name, priority, waitedMs / 1000);
    const context = run.context(signal);
    try {
      await inReconcileSpan(name, item, signal, () => reconcile(key, context));
      metrics?.reconciled(name, 'success', run.seconds);
      if (run.requeueMs !== undefined) {
        queue.addAfter(key, run.requeueMs, 'status');
      }
      queue.succeeded(key);
    } catch (error) {
      this.#retry(key, error, run, signal);
    }
  }

  #retry(
    key: string,
    error: unknown,
    run: ReconcileRun,
    signal: AbortSignal,
  ): void {
    const { name, queue, metrics } = this.#options;
    const retryAfterSeconds =
      error instanceof ApiError ? error.retryAfterSeconds : undefined;
    const delayMs = queue.failed(key, (retryAfterSeconds ?? 0) * 1000);
    if (signal.aborted) {
      run.logger.debug(
        { err: error },
        'reconcile aborted by the stop of the controller',
      );
      return;
    }
    metrics?.reconciled(name, 'error', run.seconds);
    metrics?.queueRetry(name);
    const fields = { err: error, retryInMs: Math.round(delayMs) };
    // Another client wrote first: the new object will arrive through the watch.
    if (isConflict(error))
      run.logger.debug(fields, 'reconcile failed with a conflict, retrying');
    else run.logger.warn(fields, 'reconcile failed, retrying');
  }
}
