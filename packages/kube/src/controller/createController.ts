// A controller: changes of caches become keys, and workers reconcile the keys.
import { createYieldToEventLoop } from '../yieldToEventLoop';
import { ApiError, isConflict } from '../errors';
import { Logger, silentLogger } from '../Logger';
import { KubeObject } from '../types';
import { deferred } from '../wait';
import { Controller, ControllerOptions, ControllerWatch } from './Controller';
import { enqueueChanges, currentKeys } from './enqueueChanges';
import {
  createSafeCall,
  safeGroup,
  safeResyncKeys,
  safeWatch,
} from './safeFunctions';
import { KeyedQueue, QueueItem } from './KeyedQueue';
import {
  checkBackoff,
  checkConcurrency,
  checkDelay,
  checkResync,
} from './limits';
import { inReconcileSpan } from './reconcileSpan';
import { startResync } from './resync';
import { Runs } from './Runs';

/**
 * When a cluster returns, every key is retried within a minute: a call that hung during the outage may take half of
 * that to fail.
 */
const defaultBackoff = { baseMs: 5, capMs: 30_000 };
const defaultConcurrency = 4;
/** Shortest requeue delay, so that a key that always requeues itself does not starve others. */
const minRequeueMs = 10;
/** Reconciles that run longer than this after the stop are logged. */
const slowStopMs = 10_000;

/** Leaves a quarter of the workers, and at least one, to other groups. */
const maxPerGroup = (concurrency: number): number =>
  Math.max(1, Math.floor((concurrency * 3) / 4));

/**
 * Creates a controller, which does nothing until it is started.
 * @throws RangeError when `concurrency`, `resyncMs` or `backoff` is out of range
 */
export function createController<W extends KubeObject[]>(
  options: ControllerOptions<W>,
): Controller {
  const { name, reconcile, metrics, resyncMs, resyncKeys } = options;
  const concurrency = checkConcurrency(
    name,
    options.concurrency ?? defaultConcurrency,
  );
  if (resyncMs !== undefined) checkResync(name, resyncMs);
  const logger = (options.logger ?? silentLogger).child({ controller: name });
  const safeCall = createSafeCall(name, logger, metrics);
  const given: readonly ControllerWatch<KubeObject>[] = options.watches;
  const watches = given.map(watch => safeWatch(watch, safeCall));
  let reportedDepth = 0;
  const queue = new KeyedQueue({
    backoff: checkBackoff(name, options.backoff ?? defaultBackoff),
    group: options.group && safeGroup(options.group, safeCall),
    groupLimit: options.group && maxPerGroup(concurrency),
    onDepth(depth) {
      if (depth !== reportedDepth)
        metrics?.queueDepth(name, depth - reportedDepth);
      reportedDepth = depth;
    },
  });
  const runs = new Runs();
  const yieldToEventLoop = createYieldToEventLoop();
  const done = deferred<void>();
  let started = false;

  async function work(item: QueueItem, signal: AbortSignal): Promise<void> {
    const { key, priority, waitedMs } = item;
    // Most reconciles log nothing, and creating a child logger costs as much as a short reconcile.
    let keyedLogger: Logger | undefined;
    const keyLogger = () => (keyedLogger ??= logger.child({ key }));
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    metrics?.queueWaited(name, priority, waitedMs / 1000);
    let requeueMs: number | undefined;
    const context = {
      signal,
      get logger() {
        return keyLogger();
      },
      requeueAfter(ms: number) {
        const waitMs = Math.max(checkDelay(key, ms), minRequeueMs);
        requeueMs = Math.min(waitMs, requeueMs ?? waitMs);
      },
    };
    try {
      await inReconcileSpan(name, item, signal, () => reconcile(key, context));
      metrics?.reconciled(name, 'success', seconds());
      if (requeueMs !== undefined) queue.addAfter(key, requeueMs, 'status');
      queue.succeeded(key);
    } catch (error) {
      const retryAfterSeconds =
        error instanceof ApiError ? error.retryAfterSeconds : undefined;
      const delayMs = queue.failed(key, (retryAfterSeconds ?? 0) * 1000);
      if (signal.aborted) {
        keyLogger().debug(
          { err: error },
          'reconcile aborted by the stop of the controller',
        );
        return;
      }
      metrics?.reconciled(name, 'error', seconds());
      metrics?.queueRetry(name);
      const fields = { err: error, retryInMs: Math.round(delayMs) };
      // Another client wrote first: the new object will arrive through the watch.
      if (isConflict(error))
        keyLogger().debug(fields, 'reconcile failed with a conflict, retrying');
      else keyLogger().warn(fields, 'reconcile failed, retrying');
    }
  }

  async function worker(signal: AbortSignal): Promise<void> {
    for (
      let item = await queue.take();
      item !== undefined;
      item = await queue.take()
    ) {
      const current = item;
      await runs.run(current.key, () => work(current, signal));
      await yieldToEventLoop();
    }
  }

  function resync(): () => void {
    if (resyncMs === undefined) return () => {};
    return startResync({
      keys: resyncKeys
        ? safeResyncKeys(resyncKeys, safeCall)
        : () => currentKeys(watches),
      periodMs: resyncMs,
      enqueue: key => queue.add(key, 'resync'),
    });
  }

  function logSlowStop(): void {
    logger.warn(
      { keys: runs.keys },
      'these reconciles still run although the controller was stopped: they ignore their signal',
    );
  }

  async function run(signal: AbortSignal): Promise<void> {
    const cleanups: (() => void)[] = [];
    const shutDownQueue = () => {
      queue.close();
      cleanups.splice(0).forEach(end => end());
    };
    let slowStop: NodeJS.Timeout | undefined;
    const onAbort = () => {
      shutDownQueue();
      slowStop = setTimeout(logSlowStop, slowStopMs).unref();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      for (const watch of watches) {
        cleanups.push(
          enqueueChanges(watch, (key, priority) => queue.add(key, priority)),
        );
      }
      await Promise.all(watches.map(({ cache }) => cache.whenSynced(signal)));
      logger.debug({}, 'all caches are synced, starting the controller');
      if (!signal.aborted) cleanups.push(resync());
      await Promise.all(
        Array.from({ length: concurrency }, () => worker(signal)),
      );
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
      shutDownQueue();
      done.resolve();
    }
  }

  return {
    name,
    get health() {
      const { oldest, count } = runs;
      return {
        depth: queue.depth,
        running: count,
        oldestRunMs: oldest && performance.now() - oldest.startedAt,
        oldestRunKey: oldest?.key,
      };
    },
    start(signal) {
      if (started) {
        throw new Error(`The controller "${name}" was started already.`);
      }
      started = true;
      run(signal);
    },
    enqueue(key, delayMs = 0, priority = 'user') {
      queue.addAfter(key, delayMs, priority);
    },
    stopped: () => done.promise,
  };
}
