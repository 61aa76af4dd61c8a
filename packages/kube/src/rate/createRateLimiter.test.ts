import { createRateLimiter, RateLimiterOptions } from './createRateLimiter';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** A limiter, and callers that record when they were served. */
function makeLimiter(options: RateLimiterOptions = {}) {
  const limiter = createRateLimiter({ random: () => 0, ...options });
  const startedAt = performance.now();
  const served: { name: number; at: number }[] = [];
  const ask = (count: number, signal?: AbortSignal) => {
    for (let name = 0; name < count; name += 1) {
      limiter.acquire(signal).then(
        () => served.push({ name, at: performance.now() - startedAt }),
        () => undefined,
      );
    }
  };
  return { limiter, served, ask };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('createRateLimiter', () => {
  it('allows 100 a second and 200 at once by default', async () => {
    const { limiter, served, ask } = makeLimiter();
    expect(limiter.qps).toBe(100);
    ask(1000);
    await pass(0);
    expect(served).toHaveLength(200);
    await pass(1000);
    expect(served).toHaveLength(300);
    await pass(7000);
    expect(served).toHaveLength(1000);
  });

  it('serves callers in the order of their calls', async () => {
    const { served, ask } = makeLimiter({ qps: 10, burst: 1 });
    ask(50);
    await pass(10_000);
    expect(served.map(({ name }) => name)).toEqual([...Array(50).keys()]);
  });

  it('serves waiting callers before later ones, also when a timer is late', async () => {
    let now = 0;
    const limiter = createRateLimiter({ qps: 10, burst: 1, now: () => now });
    const served: string[] = [];
    const ask = (name: string) =>
      limiter.acquire().then(() => served.push(name));
    ask('first');
    ask('second');
    now = 150;
    ask('third');
    await pass(0);
    expect(served).toEqual(['first']);
    await pass(100);
    expect(served).toEqual(['first', 'second']);
    now = 250;
    await pass(100);
    expect(served).toEqual(['first', 'second', 'third']);
  });

  it('has no timer while no caller waits', async () => {
    const { limiter, ask } = makeLimiter({ qps: 10, burst: 1 });
    expect(jest.getTimerCount()).toBe(0);
    ask(1);
    limiter.observe({ code: 429, retryAfterSeconds: 60 });
    expect(jest.getTimerCount()).toBe(0);
    const stop = new AbortController();
    ask(3, stop.signal);
    expect(jest.getTimerCount()).toBe(1);
    stop.abort();
    expect(jest.getTimerCount()).toBe(0);
    ask(2);
    await pass(61_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it("rejects with the reason of the caller's signal, and serves those behind", async () => {
    const { limiter, served, ask } = makeLimiter({ qps: 10, burst: 1 });
    ask(1);
    const stop = new AbortController();
    const given = limiter.acquire(stop.signal);
    ask(1);
    stop.abort(new Error('no longer wanted'));
    await expect(given).rejects.toThrow('no longer wanted');
    await pass(100);
    expect(served.map(({ at }) => at)).toEqual([0, 100]);
    await expect(limiter.acquire(stop.signal)).rejects.toThrow(
      'no longer wanted',
    );
  });

  it('removes its listener from the signal of a served caller', async () => {
    const { limiter } = makeLimiter({ qps: 10, burst: 1 });
    const { signal } = new AbortController();
    const removed = jest.spyOn(signal, 'removeEventListener');
    const both = Promise.all([
      limiter.acquire(signal),
      limiter.acquire(signal),
    ]);
    await pass(100);
    await both;
    expect(removed).toHaveBeenCalledTimes(1);
  });

  it.each([0, 0.5, 1])(
    'honours Retry-After within a tenth, with jitter %d, and then resumes one by one',
    async jitter => {
      const { limiter, served, ask } = makeLimiter({ random: () => jitter });
      ask(200);
      await pass(0);
      served.length = 0;
      limiter.observe({ code: 429, retryAfterSeconds: 10 });
      ask(150);
      await pass(20_000);
      const [first, second] = served.map(({ at }) => at);
      expect(first).toBeGreaterThanOrEqual(10_000);
      expect(first).toBeLessThanOrEqual(11_000);
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(20);
      const inFirstSecond = served.filter(
        ({ at }) => at < (first ?? 0) + 1000,
      ).length;
      expect(inFirstSecond).toBeLessThanOrEqual(51);
      expect(served).toHaveLength(150);
    },
  );

  it('holds waiting callers, too, and serves them when the hold ends', async () => {
    const { limiter, served, ask } = makeLimiter({ qps: 100, burst: 1 });
    ask(3);
    await pass(0);
    limiter.observe({ code: 503, retryAfterSeconds: 1 });
    await pass(999);
    expect(served).toHaveLength(1);
    await pass(1);
    expect(served).toHaveLength(2);
    await pass(20);
    expect(served).toHaveLength(3);
  });

  it('sends no more than one a second to a server that refuses everything', async () => {
    const { limiter } = makeLimiter();
    let sent = 0;
    const worker = async () => {
      for (;;) {
        await limiter.acquire();
        sent += 1;
        limiter.observe({ code: 429 });
      }
    };
    for (let count = 0; count < 50; count += 1) worker();
    await pass(60_000);
    const sentBefore = sent;
    await pass(60_000);
    expect(sent - sentBefore).toBeLessThanOrEqual(61);
  });

  it('returns to the full rate', async () => {
    const { limiter } = makeLimiter();
    for (let second = 0; second < 10; second += 1) {
      limiter.observe({ code: 429 });
      await pass(1000);
    }
    expect(limiter.qps).toBe(1);
    const worker = async () => {
      for (;;) {
        await limiter.acquire();
        limiter.observe({ code: 200 });
      }
    };
    worker();
    await pass(25_000);
    expect(limiter.qps).toBe(100);
  });

  it.each(['qps', 'burst'] as const)(
    'reports what to do when %s is no rate',
    name => {
      for (const value of [0, -1, NaN, Infinity]) {
        const making = () => createRateLimiter({ [name]: value });
        expect(making).toThrow(RangeError);
        expect(making).toThrow(
          `The rate limiter's ${name} is ${value}. Give a number above 0`,
        );
      }
    },
  );

  it('waits longer than a timer can for a rate of less than a request in 24 days', async () => {
    const limiter = createRateLimiter({ qps: 1e-8, burst: 1 });
    await limiter.acquire();
    const waiting = jest.fn();
    limiter.acquire().then(waiting);
    await jest.advanceTimersByTimeAsync(2 ** 31);
    expect(jest.getTimerCount()).toBe(1);
    expect(waiting).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1e11);
    expect(waiting).toHaveBeenCalled();
  });
});
