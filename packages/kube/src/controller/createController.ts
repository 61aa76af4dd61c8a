// A controller: changes of caches become keys, workers take keys and reconcile them.
import { ApiError, isConflict } from '../errors';
import { silentLogger } from '../logger';
import { keyOf } from '../resources';
import { KubeObject } from '../types';
import { deferred } from '../wait';
import { Controller, ControllerOptions, ControllerWatch } from './Controller';
import { KeyedQueue } from './KeyedQueue';

const defaultBackoff = { baseMs: 5, capMs: 5 * 60_000 };

/** The keys that a change of an object concerns. */
function keysFor<T extends KubeObject>(
  watch: ControllerWatch<T>,
  object: T,
  previous?: T,
): readonly string[] {
  if (!watch.key) return [keyOf(object)];
  const keys = watch.key(object, previous) ?? [];
  return typeof keys === 'string' ? [keys] : keys;
}

/** Makes a controller. It does nothing until it is started. */
export function createController<W extends KubeObject[]>(
  options: ControllerOptions<W>,
): Controller {
  const { name, reconcile, metrics } = options;
  const watches: readonly ControllerWatch<KubeObject>[] = options.watches;
  const logger = (options.logger ?? silentLogger).child({ controller: name });
  const queue = new KeyedQueue({
    backoff: options.backoff ?? defaultBackoff,
    onDepth: depth => metrics?.queueDepth(name, depth),
  });
  const ready = deferred<void>();
  const done = deferred<void>();
  let started = false;

  function feed<T extends KubeObject>(watch: ControllerWatch<T>): () => void {
    const add = (object: T, previous?: T) =>
      keysFor(watch, object, previous).forEach(key => queue.add(key));
    const unsubscribe = watch.cache.subscribe(change =>
      add(change.object, change.previous),
    );
    watch.cache.list().forEach(object => add(object));
    return unsubscribe;
  }

  async function work(key: string, signal: AbortSignal): Promise<void> {
    const keyLogger = logger.child({ key });
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    let requeueMs: number | undefined;
    try {
      await reconcile(key, {
        signal,
        logger: keyLogger,
        requeueAfter(ms) {
          requeueMs = Math.min(ms, requeueMs ?? ms);
        },
      });
      metrics?.reconciled(name, 'success', seconds());
      if (requeueMs !== undefined) queue.addAfter(key, requeueMs);
      queue.succeeded(key);
    } catch (error) {
      metrics?.reconciled(name, 'error', seconds());
      const retryAfterSeconds =
        error instanceof ApiError ? error.retryAfterSeconds : undefined;
      const delayMs = queue.failed(key, (retryAfterSeconds ?? 0) * 1000);
      if (signal.aborted) return;
      const fields = { err: error, retryInMs: Math.round(delayMs) };
      // Somebody else wrote first: the fresh object is on its way through the watch.
      if (isConflict(error))
        keyLogger.debug(fields, 'reconcile met a conflict');
      else keyLogger.warn(fields, 'reconcile failed and will be repeated');
    }
  }

  async function worker(signal: AbortSignal): Promise<void> {
    for (
      let key = await queue.take();
      key !== undefined;
      key = await queue.take()
    ) {
      await work(key, signal);
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    const unsubscribe = watches.map(watch => feed(watch));
    signal.addEventListener('abort', () => queue.close(), { once: true });
    if (signal.aborted) queue.close();
    try {
      await Promise.all(watches.map(({ cache }) => cache.whenSynced(signal)));
      ready.resolve();
      logger.debug({}, 'all caches are synced, the controller begins');
      await Promise.all(
        Array.from({ length: options.concurrency ?? 4 }, () => worker(signal)),
      );
    } catch (error) {
      if (!signal.aborted) {
        logger.error(
          { err: error },
          'the controller cannot begin: one of its caches was stopped',
        );
      }
    } finally {
      queue.close();
      unsubscribe.forEach(end => end());
      ready.resolve();
      done.resolve();
    }
  }

  return {
    name,
    start(signal) {
      if (started) {
        throw new Error(`The controller "${name}" was started already.`);
      }
      started = true;
      run(signal);
    },
    enqueue(key, delayMs = 0) {
      queue.addAfter(key, delayMs);
    },
    async idle() {
      await ready.promise;
      await queue.idle();
    },
    stopped: () => done.promise,
  };
}
