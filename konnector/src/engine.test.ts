import { createLogger } from '@klutch/kube';
import { Engine, type EngineUnit } from './engine';

const logger = createLogger('test', { level: 'silent' });

const flushPromises = () => new Promise(resolve => setImmediate(resolve));
const deferred = () => {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>(done => {
    resolve = done;
  });
  return { promise, resolve };
};

describe('Engine', () => {
  const ending = new AbortController();
  afterAll(() => ending.abort());

  /** A unit that records its reconciles. */
  const unit = (keys: string[], more: Partial<EngineUnit> = {}) => {
    const seen: string[] = [];
    const stop = new AbortController();
    const made: EngineUnit = {
      signal: stop.signal,
      keys: () => keys,
      reconcile: async key => {
        seen.push(key);
      },
      ...more,
    };
    return { made, seen, stop };
  };
  const engine = (options: { concurrency?: number; resyncMs?: number } = {}) =>
    new Engine({ name: 'sync', logger, ...options });

  it('ignores keys until it runs, then enqueues all of them', async () => {
    const { made, seen } = unit(['team-a/x', 'team-a/y']);
    const tested = engine();
    tested.register('things', made);
    tested.enqueue('things', 'team-a/early', 'user');
    await flushPromises();
    expect(seen).toEqual([]);
    tested.start(ending.signal);
    await flushPromises();
    expect(seen).toEqual(['team-a/x', 'team-a/y']);
  });

  it('is fair between APIs, regardless of the number of their objects', async () => {
    const order: string[] = [];
    const noting = (name: string, count: number) =>
      unit(
        Array.from({ length: count }, (_, index) => `${index}`),
        { reconcile: async key => void order.push(`${name}${key}`) },
      ).made;
    const tested = engine({ concurrency: 1 });
    tested.register('many', noting('m', 50));
    tested.register('few', noting('f', 2));
    tested.start(ending.signal);
    while (order.length < 52) await flushPromises();
    expect(order.indexOf('f1')).toBeLessThan(6);
  });

  it('unregisters when the last run has ended, and aborts the run with its signal', async () => {
    const gate = deferred();
    let aborted = false;
    const { made, stop } = unit(['k'], {
      reconcile: async (_key, { signal }) => {
        await gate.promise;
        aborted = signal.aborted;
      },
    });
    const tested = engine();
    tested.start(ending.signal);
    tested.register('things', made);
    await flushPromises();
    let gone = false;
    stop.abort();
    const ended = tested.unregister('things').then(() => {
      gone = true;
    });
    await flushPromises();
    expect(gone).toBe(false);
    gate.resolve();
    await ended;
    expect(aborted).toBe(true);
    tested.enqueue('things', 'k', 'user');
    await flushPromises();
    expect(tested.health.depth).toBe(0);
  });

  it('rejects a name that is registered', () => {
    const tested = engine();
    tested.register('things', unit([]).made);
    expect(() => tested.register('things', unit([]).made)).toThrow(
      'already registered',
    );
  });

  it('reconciles every key again after the resync period', async () => {
    const { made, seen } = unit(['a', 'b', 'c']);
    const tested = engine({ resyncMs: 300 });
    tested.start(ending.signal);
    tested.register('things', made);
    await flushPromises();
    seen.length = 0;
    while (new Set(seen).size < 3)
      await new Promise(resolve => setTimeout(resolve, 5));
    expect([...new Set(seen)].sort()).toEqual(['a', 'b', 'c']);
  });

  it('reconciles a key within the resync period although other types are added and removed', async () => {
    jest.useFakeTimers();
    try {
      let asked = 0;
      const { made, seen } = unit([], {
        keys: () => {
          asked += 1;
          return asked % 2 === 0 ? ['guest', 'x'] : ['x'];
        },
      });
      const tested = engine({ resyncMs: 1000 });
      tested.register('things', made);
      tested.start(ending.signal);
      await jest.advanceTimersByTimeAsync(0);
      seen.length = 0;
      await jest.advanceTimersByTimeAsync(1100);
      expect(seen).toContain('x');
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([0, -1, NaN, Infinity, 2 ** 31])(
    'rejects a resync period of %s ms',
    resyncMs => {
      expect(() => engine({ resyncMs })).toThrow(
        `The resync.periodMs of the controller "sync" is ${resyncMs}`,
      );
    },
  );

  it('rejects an invalid concurrency', () => {
    expect(() => engine({ concurrency: 0 })).toThrow('concurrency');
  });

  it('is stopped when it was never started', async () => {
    await expect(engine().stopped()).resolves.toBeUndefined();
  });
});
