// Traces of requests. Paths, object names and bodies are left out.
import {
  Attributes,
  Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { TransportRequest } from './TransportRequest';

/** Delegates to the provider that the process registers, also when it registers one later. */
const tracer = trace.getTracer('@klutch/kube');

/**
 * Runs a request inside a span `kube <verb> <plural>`, a child of the active one. Its attributes are `verb`,
 * `resource` and `code`: the HTTP status of the last response, 0 when there was none.
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
    // Without a message, because the server's messages may quote objects.
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
