// Creates a controller from its options.
import type { KubeMetrics } from '../KubeMetrics';
import { silentLogger } from '../Logger';
import { KubeObject } from '../types';
import { Controller, ControllerOptions, ControllerWatch } from './Controller';
import { currentKeys } from './enqueueChanges';
import { KeyedQueue } from './KeyedQueue';
import {
  checkConcurrency,
  checkControllerBackoff,
  checkResync,
} from './limits';
import { QueueController } from './QueueController';
import { Reconciler } from './Reconciler';
import { startResync } from './resync';
import {
  createSafeCall,
  safeGroup,
  safeResyncKeys,
  safeWatch,
} from './safeFunctions';

/**
 * When a cluster returns, every key is retried within a minute: a call that hung during the outage may take half of
 * that to fail.
 */
const defaultBackoff = { baseMs: 5, capMs: 30_000 };
const defaultConcurrency = 4;

/** Leaves a quarter of the workers, and at least one, to other groups. */
const maxPerGroup = (concurrency: number): number =>
  Math.max(1, Math.floor((concurrency * 3) / 4));

/** Reports changes of the depth, as several queues may add up in one metric. */
function depthReport(
  name: string,
  metrics: KubeMetrics | undefined,
): (depth: number) => void {
  let reportedDepth = 0;
  return depth => {
    if (depth !== reportedDepth)
      metrics?.queueDepth(name, depth - reportedDepth);
    reportedDepth = depth;
  };
}

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
  const queue = new KeyedQueue({
    backoff: checkControllerBackoff(name, options.backoff ?? defaultBackoff),
    group: options.group && safeGroup(options.group, safeCall),
    groupLimit: options.group && maxPerGroup(concurrency),
    onDepth: depthReport(name, metrics),
  });
  return new QueueController({
    name,
    watches,
    queue,
    reconciler: new Reconciler({ name, reconcile, queue, logger, metrics }),
    concurrency,
    startResync() {
      if (resyncMs === undefined) return () => {};
      return startResync({
        keys: resyncKeys
          ? safeResyncKeys(resyncKeys, safeCall)
          : () => currentKeys(watches),
        periodMs: resyncMs,
        enqueue: key => queue.add(key, 'resync'),
      });
    },
    logger,
  });
}
