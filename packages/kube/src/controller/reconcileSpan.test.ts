import { SpanStatusCode, trace } from '@opentelemetry/api';
import { useTracing } from '../__testUtils__/tracing';
import { ApiError } from '../errors';
import { eventually } from '../testing/eventually';
import { createController } from './createController';

const exporter = useTracing();
const tracer = trace.getTracer('test');

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

async function reconcileOnce(reconcile: () => Promise<void>) {
  let runs = 0;
  let succeeded = false;
  const controller = createController({
    name: 'export',
    watches: [],
    reconcile: async () => {
      runs += 1;
      if (runs === 1) await reconcile();
      succeeded = true;
    },
  });
  controller.start(stop.signal);
  controller.enqueue('ns/a', 0, 'status');
  await eventually('the reconcile succeeded', () => succeeded);
  return exporter.getFinishedSpans();
}

describe('a reconcile', () => {
  it('is the root span of a trace, with its key, and with its requests as children', async () => {
    const spans = await tracer.startActiveSpan('outside', async outside => {
      const found = await reconcileOnce(async () => {
        await Promise.resolve();
        tracer.startSpan('inside').end();
      });
      outside.end();
      return found;
    });
    const inside = spans.find(({ name }) => name === 'inside');
    const reconcile = spans.find(({ name }) => name === 'reconcile export');
    expect(reconcile?.attributes).toEqual({ key: 'ns/a', priority: 'status' });
    expect(reconcile?.parentSpanContext).toBeUndefined();
    expect(reconcile?.instrumentationScope.name).toBe('@klutch/kube');
    expect(reconcile?.status.code).toBe(SpanStatusCode.UNSET);
    expect(inside?.parentSpanContext?.spanId).toBe(
      reconcile?.spanContext().spanId,
    );
  });

  it('that fails is a failed span with the kind of the error', async () => {
    const [failed, repeated] = await reconcileOnce(async () => {
      throw new Error('broken');
    });
    expect(failed?.status.code).toBe(SpanStatusCode.ERROR);
    expect(failed?.events).toEqual([
      expect.objectContaining({
        name: 'exception',
        attributes: { 'exception.type': 'Error' },
      }),
    ]);
    expect(repeated?.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('that fails records no message of a server', async () => {
    const spans = await reconcileOnce(async () => {
      const message = 'may not read the password secret-word';
      throw new ApiError({ code: 403, reason: 'secret-word', message });
    });
    expect(spans[0]?.events).toEqual([
      expect.objectContaining({
        attributes: { 'exception.type': 'HTTP 403' },
      }),
    ]);
    const texts = spans.map(({ name, attributes, events, status }) =>
      JSON.stringify({ name, attributes, events, status }),
    );
    expect(texts.join()).not.toContain('secret-word');
  });

  it('that fails with a conflict is no failed span', async () => {
    const [conflict] = await reconcileOnce(async () => {
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'late' });
    });
    expect(conflict?.status.code).toBe(SpanStatusCode.UNSET);
    expect(conflict?.events).toEqual([]);
  });
});
