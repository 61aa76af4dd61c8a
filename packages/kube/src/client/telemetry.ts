// Traces of requests. Paths, names of objects and bodies stay out of them.
import {
  Attributes,
  Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { TransportRequest } from './TransportRequest';

/** Stands for the provider that the process registers, whenever it does so. */
const tracer = trace.getTracer('@klutch/kube');

/**
 * Runs a request inside a span `kube <verb> <plural>`, a child of the active one. Its attributes are `verb`, `resource`
 * and `code`: the HTTP status of the last answer, 0 when there was none.
 */
export async function traced<R>(
  request: TransportRequest,
  run: (span: Span) => Promise<R>,
): Promise<R> {
  const { verb, resource } = request;
  const attributes: Attributes = { verb, code: 0 };
  if (resource !== undefined) attributes.resource = resource;
  const name = resource === undefined ? verb : `${verb} ${resource}`;
  const span = tracer.startSpan(`kube ${name}`, {
    kind: SpanKind.CLIENT,
    attributes,
  });
  try {
    return await run(span);
  } catch (error) {
    // Without a message: those of the server may quote what is in objects.
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
