// Creates a controller from its options.
import type { KubeMetrics } from '../KubeMetrics';
import { silentLogger } from '../Logger';
import { KubeObject } from '../types';
import { Controller, ControllerOptions, ControllerWatch } from './Controller';
import { ControllerFunctions } from './ControllerFunctions';
import { KeyedQueue } from './KeyedQueue';
import {
  checkConcurrency,
  checkControllerBackoff,
  checkResync,
} from './limits';
import { QueueController } from './QueueController';

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
  const { name, reconcile, group, metrics, resyncKeys, resyncMs } = options;
  const concurrency = checkConcurrency(
    name,
    options.concurrency ?? defaultConcurrency,
  );
  if (resyncMs !== undefined) checkResync(name, resyncMs);
  const logger = (options.logger ?? silentLogger).child({ controller: name });
  const watches: readonly ControllerWatch<KubeObject>[] = options.watches;
  const named = { name, watches, logger, metrics };
  const functions = new ControllerFunctions({ ...named, group, resyncKeys });
  const queue = new KeyedQueue({
    backoff: checkControllerBackoff(name, options.backoff ?? defaultBackoff),
    group: functions.groupOf,
    groupLimit: group && maxPerGroup(concurrency),
    onDepth: depthReport(name, metrics),
  });
  return new QueueController({
    ...named,
    functions,
    queue,
    reconcile,
    concurrency,
    resyncMs,
  });
}
