// Creates a controller from its options.
import type { KubeMetrics } from '../KubeMetrics';
import { checkRange } from '../limits';
import { silentLogger } from '../Logger';
import { KubeObject } from '../types';
import { Controller, ControllerOptions, ControllerWatch } from './Controller';
import { ControllerFunctions } from './ControllerFunctions';
import { KeyedQueue } from './KeyedQueue';
import { QueueController } from './QueueController';

/**
 * When a cluster returns, every key is retried within a minute: a call that hung during the outage may take half of
 * that to fail.
 */
const defaultBackoff = { baseMs: 5, capMs: 30_000 };
/** More than a server can handle are a mistake. */
const workers = { unit: 'workers', max: 10_000, whole: true };

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
 * @throws RangeError when `concurrency` or `resync.periodMs` is out of range
 */
export function createController<W extends KubeObject[]>(
  options: ControllerOptions<W>,
): Controller {
  const { name, reconcile, group, metrics, resync } = options;
  const { concurrency = 4, backoff = defaultBackoff } = options;
  const setting = (option: string) =>
    `The ${option} of the controller "${name}"`;
  checkRange(setting('concurrency'), concurrency, workers);
  if (resync) checkRange(setting('resync.periodMs'), resync.periodMs);
  const logger = (options.logger ?? silentLogger).child({ controller: name });
  const watches: readonly ControllerWatch<KubeObject>[] = options.watches;
  const named = { name, logger, metrics };
  const resyncKeys = resync?.keys;
  const functions = new ControllerFunctions({ ...named, group, resyncKeys });
  const queue = new KeyedQueue({
    backoff,
    group: functions.groupOf,
    groupLimit: group && maxPerGroup(concurrency),
    onDepth: depthReport(name, metrics),
  });
  return new QueueController({
    ...named,
    watches,
    functions,
    queue,
    reconcile,
    concurrency,
    resyncMs: resync?.periodMs,
  });
}
