// Metrics of clients.
import { Histogram, Registry } from 'prom-client';
import { boundedLabel, codeLabel } from '../metricLabels';
import type { KubeMetrics } from '../KubeMetrics';
import { buckets } from './buckets';

/** A generous limit: bindings do not create more in one process, only a defect or an attack does. */
const maxVerbs = 20;

/** Registers the metrics of clients. */
export function requestMetrics(registers: Registry[]) {
  const verbLabel = boundedLabel(maxVerbs);
  const requests = new Histogram({
    name: 'klutch_request_duration_seconds',
    help: 'Time until an API server responded',
    labelNames: ['verb', 'code'],
    buckets,
    registers,
  });
  const held = new Histogram({
    name: 'klutch_request_throttled_seconds',
    help: 'Time a request was held back by the rate limiter',
    buckets,
    registers,
  });
  return {
    requested: (verb, code, seconds) =>
      requests.observe(
        { verb: verbLabel(verb), code: codeLabel(code) },
        seconds,
      ),
    throttled: seconds => held.observe(seconds),
  } satisfies Partial<KubeMetrics>;
}
