import { sliceOf, startResync } from './resync';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const keysOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `namespace/name-${index}`);

const hourMs = 3_600_000;

describe('startResync', () => {
  it('queues every key once per period, a few at a time', () => {
    const keys = keysOf(1000);
    const queued = new Map(keys.map(key => [key, [] as number[]]));
    const stop = startResync({
      keys: () => keys,
      periodMs: 10 * hourMs,
      enqueue: key => queued.get(key)?.push(performance.now()),
    });
    const startedAt = performance.now();
    jest.advanceTimersByTime(35 * hourMs);
    stop();
    const mostAtOnce = new Map<number, number>();
    for (const times of queued.values()) {
      const [first = Infinity] = times;
      expect(first - startedAt).toBeLessThanOrEqual(11 * hourMs);
      expect(times.length).toBeGreaterThanOrEqual(3);
      times.forEach((time, index) => {
        mostAtOnce.set(time, (mostAtOnce.get(time) ?? 0) + 1);
        const before = times[index - 1];
        if (before === undefined) return;
        expect(time - before).toBeGreaterThan(9 * hourMs);
        expect(time - before).toBeLessThan(11 * hourMs);
      });
    }
    expect(Math.max(...mostAtOnce.values())).toBeLessThan(30);
  });

  it('queues the present keys: no deleted ones, and new ones', () => {
    let keys = ['gone'];
    const queued: string[] = [];
    const stop = startResync({
      keys: () => keys,
      periodMs: 1000,
      enqueue: key => queued.push(key),
    });
    keys = ['new'];
    jest.advanceTimersByTime(1100);
    stop();
    expect(new Set(queued)).toEqual(new Set(['new']));
  });

  it('queues a key within a period although others are added and removed', () => {
    let calls = 0;
    const queued: string[] = [];
    const stop = startResync({
      keys: () => {
        calls += 1;
        return calls % 2 === 1 ? ['guest', 'x'] : ['x'];
      },
      periodMs: 1000,
      enqueue: key => queued.push(key),
      random: () => 0.005,
    });
    jest.advanceTimersByTime(1100);
    stop();
    expect(queued).toContain('x');
  });

  it('supports the shortest period', () => {
    const queued: string[] = [];
    const stop = startResync({
      keys: () => ['a'],
      periodMs: 5,
      enqueue: key => queued.push(key),
    });
    jest.advanceTimersByTime(100);
    stop();
    expect(queued.length).toBeGreaterThan(10);
  });

  it.each([
    [0, 9_000],
    [1, 11_000],
  ])('jitters by a tenth, so that processes drift apart (%d)', (random, ms) => {
    let slices = 0;
    const stop = startResync({
      keys: () => {
        slices += 1;
        return [];
      },
      periodMs: 10_000,
      enqueue() {},
      random: () => random,
    });
    jest.advanceTimersByTime(ms - 1);
    expect(slices).toBe(99);
    jest.advanceTimersByTime(1);
    expect(slices).toBe(100);
    stop();
  });

  it('leaves no timer', () => {
    const stop = startResync({ keys: () => [], periodMs: 1000, enqueue() {} });
    jest.advanceTimersByTime(500);
    expect(jest.getTimerCount()).toBe(1);
    stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('sliceOf', () => {
  it('spreads keys evenly', () => {
    const counts = new Array<number>(100).fill(0);
    keysOf(100_000).forEach(key => {
      const slice = sliceOf(key, 100);
      counts[slice] = (counts[slice] ?? 0) + 1;
    });
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1200);
  });
});
