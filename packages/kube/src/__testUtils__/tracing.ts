// The parts of the OpenTelemetry SDK that tests need.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Context,
  context,
  ContextManager,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** The active context follows asynchronous calls. */
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

/** Collects the spans of each test of this file. */
export function useTracing(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncContext());
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({
        spanProcessors: [new SimpleSpanProcessor(exporter)],
      }),
    );
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    context.disable();
  });
  return exporter;
}
