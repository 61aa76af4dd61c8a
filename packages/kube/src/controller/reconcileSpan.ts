// A reconcile as a span of a trace.
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { boundedReason } from '../boundedReason';
import { isConflict } from '../errors';
import { QueueItem } from './KeyedQueue';

const tracer = trace.getTracer('@klutch/kube');

/**
 * Runs a reconcile inside a span of its own trace: what it asks of API servers becomes children of it. What its error
 * is, without its words, is the span's, unless somebody else wrote first, or nobody waits for the result any more.
 */
export function inReconcileSpan(
  controller: string,
  { key, priority }: QueueItem,
  signal: AbortSignal,
  reconcile: () => Promise<void>,
): Promise<void> {
  const options = { root: true, attributes: { key, priority } };
  return tracer.startActiveSpan(
    `reconcile ${controller}`,
    options,
    async span => {
      try {
        await reconcile();
      } catch (error) {
        if (!signal.aborted && !isConflict(error)) {
          // Without a message or a stack: those of servers may quote what is in objects, and are as long as they like.
          span.recordException({ name: boundedReason(error) });
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        throw error;
      } finally {
        span.end();
      }
    },
  );
}
