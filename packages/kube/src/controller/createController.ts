// A controller: changes of caches become keys, workers take keys and reconcile them.
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

/** A cluster that is back gets every key again within a minute: a call that hung when it went may take half of that to fail. */
const defaultBackoff = { baseMs: 5, capMs: 30_000 };
const defaultConcurrency = 4;
/** A key that always asks to be looked at again at once leaves room for others. */
const minRequeueMs = 10;
/** Reconciles that go on for so long after the controller was stopped are told of. */
const slowStopMs = 10_000;

/** A quarter of the workers, and one at least, is left to other groups, whatever one of them waits for. */
const maxPerGroup = (concurrency: number): number =>
  Math.max(1, Math.floor((concurrency * 3) / 4));

/**
 * Makes a controller. It does nothing until it is started.
 * @throws RangeError when `concurrency`, `resyncMs` or `backoff` is outside of its range
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
    // Most reconciles say nothing, and a logger of its own costs as much as the rest of a short one.
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
        keyLogger().debug({ err: error }, 'reconcile ended by the stop');
        return;
      }
      metrics?.reconciled(name, 'error', seconds());
      metrics?.queueRetry(name);
      const fields = { err: error, retryInMs: Math.round(delayMs) };
      // Somebody else wrote first: the fresh object is on its way through the watch.
      if (isConflict(error))
        keyLogger().debug(fields, 'reconcile met a conflict');
      else keyLogger().warn(fields, 'reconcile failed and will be repeated');
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
      'these reconciles go on although the controller was stopped: they ignore their signal',
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
      logger.debug({}, 'all caches are synced, the controller begins');
      if (!signal.aborted) cleanups.push(resync());
      await Promise.all(
        Array.from({ length: concurrency }, () => worker(signal)),
      );
    } catch (error) {
      if (!signal.aborted) {
        logger.error(
          { err: error },
          'the controller cannot go on: one of its caches was stopped, or something it was given failed',
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
