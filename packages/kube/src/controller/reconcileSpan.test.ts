import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Context,
  context,
  ContextManager,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { ApiError } from '../errors';
import { createController } from './createController';

/** What a Node SDK brings: the active context follows asynchronous calls. */
class AsyncContext implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }
  with: ContextManager['with'] = (active, fn, thisArg, ...args) =>
    this.#storage.run(active, () => fn.apply(thisArg as never, args));
  bind: ContextManager['bind'] = (_active, target) => target;
  enable(): this {
    return this;
  }
  disable(): this {
    return this;
  }
}

const exporter = new InMemorySpanExporter();
const tracer = trace.getTracer('test');

beforeAll(() => {
  context.setGlobalContextManager(new AsyncContext());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    }),
  );
});

afterAll(() => {
  trace.disable();
  context.disable();
});

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  exporter.reset();
});
afterEach(() => stop.abort());

async function reconcileOnce(reconcile: () => Promise<void>) {
  let runs = 0;
  const controller = createController({
    name: 'export',
    watches: [],
    reconcile: async () => {
      runs += 1;
      if (runs === 1) await reconcile();
    },
  });
  controller.start(stop.signal);
  controller.enqueue('ns/a', 0, 'status');
  await controller.idle();
  return exporter.getFinishedSpans();
}

describe('a reconcile', () => {
  it('is a span of its own trace, with its key, and what it does is inside', async () => {
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

  it('that fails is a span that failed, with what the error is', async () => {
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

  it('that fails says nothing of what a server wrote', async () => {
    const spans = await reconcileOnce(async () => {
      const message = 'may not read the password secret-word';
      throw new ApiError({ code: 403, reason: 'secret-word', message });
    });
    expect(spans[0]?.events).toEqual([
      expect.objectContaining({
        attributes: { 'exception.type': 'HTTP 403' },
      }),
    ]);
    const told = spans.map(({ name, attributes, events, status }) =>
      JSON.stringify({ name, attributes, events, status }),
    );
    expect(told.join()).not.toContain('secret-word');
  });

  it('that meets a conflict is no failed span', async () => {
    const [conflict] = await reconcileOnce(async () => {
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'late' });
    });
    expect(conflict?.status.code).toBe(SpanStatusCode.UNSET);
    expect(conflict?.events).toEqual([]);
  });
});
