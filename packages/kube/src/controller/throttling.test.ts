// Requests of a controller to a server that responds with 429: limiter, queue and reconcile together.
import { createClient } from '../client/createClient';
import { ApiError } from '../errors';
import { createRateLimiter } from '../rate/createRateLimiter';
import { FakeApiServer } from '../testing/FakeApiServer';
import { notes } from '../testing/notes';
import { eventually } from '../testing/eventually';
import { createController } from './createController';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  jest.useRealTimers();
});

const retryAfterSeconds = 10;
const latencyMs = 5;

/** A server that refuses everything until it is opened, and records the times of requests. */
class RefusingServer {
  readonly asked: number[] = [];
  readonly refused: number[] = [];
  readonly #limiter = createRateLimiter();
  readonly #startedAt = performance.now();

  constructor(private readonly opensAtMs: number) {}

  async ask(signal: AbortSignal): Promise<void> {
    await this.#limiter.acquire(signal);
    const at = performance.now() - this.#startedAt;
    this.asked.push(at);
    await new Promise(resolve => {
      setTimeout(resolve, latencyMs);
    });
    if (at >= this.opensAtMs) {
      this.#limiter.observe({ code: 200 });
      return;
    }
    this.refused.push(at);
    this.#limiter.observe({ code: 429, retryAfterSeconds });
    throw new ApiError({
      code: 429,
      reason: 'TooManyRequests',
      message: 'slow down',
      retryAfterSeconds,
    });
  }
}

it('honours Retry-After within a tenth, makes no hot loop, and resumes without a burst', async () => {
  jest.useFakeTimers();
  const opensAtMs = 60_000;
  const keys = Array.from({ length: 300 }, (_, index) => `key-${index}`);
  const concurrency = 8;
  const server = new RefusingServer(opensAtMs);
  const done = new Set<string>();
  const controller = createController({
    name: 'test',
    watches: [],
    concurrency,
    reconcile: async (key, { signal }) => {
      await server.ask(signal);
      done.add(key);
    },
  });
  controller.start(stop.signal);
  keys.forEach(key => controller.enqueue(key, 0, 'initial'));
  await jest.advanceTimersByTimeAsync(200_000);

  expect(done.size).toBe(keys.length);
  const { asked, refused } = server;
  // All workers had sent a request when the first response arrived; after that each hold ends with as many requests
  // as the
  // lowered rate allows until the next response.
  const underWay = 1 + Math.ceil((100 * latencyMs) / 1000);
  const holds = opensAtMs / (retryAfterSeconds * 1000);
  expect(refused.length).toBeLessThanOrEqual(concurrency + holds * underWay);
  asked.forEach((at, index) => {
    const lastRefusal = refused.filter(each => each + latencyMs <= at).at(-1);
    const before = asked[index - 1];
    if (lastRefusal === undefined || before === undefined) return;
    if (before > lastRefusal) return;
    const waited = at - (lastRefusal + latencyMs);
    expect(waited).toBeGreaterThanOrEqual(retryAfterSeconds * 1000);
    expect(waited).toBeLessThanOrEqual(retryAfterSeconds * 1100 + 1);
  });
  const opened = asked.filter(at => at >= opensAtMs);
  const inFirstSecond = opened.filter(at => at < (opened[0] ?? 0) + 1000);
  expect(opened).toHaveLength(keys.length);
  expect(inFirstSecond.length).toBeLessThanOrEqual(60);
});

it('honours Retry-After also on the wire', async () => {
  const server = await FakeApiServer.start();
  const client = createClient(server.kubeConfig);
  try {
    server.failNext('list', {
      kind: 'status',
      code: 429,
      reason: 'TooManyRequests',
      retryAfter: 1,
    });
    let done = 0;
    const controller = createController({
      name: 'test',
      watches: [],
      reconcile: async (_key, { signal }) => {
        await client.list(notes, { signal });
        done += 1;
      },
    });
    controller.start(stop.signal);
    controller.enqueue('a');
    await eventually('the reconcile succeeded', () => done === 1);
    const [first, second, ...more] = server.seen('list').map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(more).toEqual([]);
  } finally {
    stop.abort();
    await client.close();
    await server.stop();
  }
});
