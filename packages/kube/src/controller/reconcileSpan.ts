// Traces reconciles.
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { boundedReason } from '../boundedReason';
import { isConflict } from '../errors';
import { QueueItem } from './KeyedQueue';

const tracer = trace.getTracer('@klutch/kube');

/**
 * Runs a reconcile inside the root span of a new trace; its API requests become child spans. The kind of an error,
 * without its message, is recorded on the span, unless the error is a conflict with another writer or the controller
 * is stopping.
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
          // Without message and stack, because the server's messages may quote objects and are unbounded.
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
