import { eventually } from '../testing/eventually';
import { deferred } from '../wait';
import { FakeCache } from './__testUtils__/FakeCache';
import { fakeMetrics } from './__testUtils__/fakeMetrics';
import { waitForIdle } from './__testUtils__/waitForIdle';
import { createController } from './createController';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

const initialKeys = ['one/1', 'one/2', 'two/1'];

/**
 * A controller whose only worker blocks on its first key until all keys are queued, so that the order of the queue
 * shows.
 */
async function startHeld() {
  const cache = new FakeCache(initialKeys);
  const order: string[] = [];
  const release = deferred<void>();
  const controller = createController({
    name: 'test',
    watches: [{ cache }],
    concurrency: 1,
    group: key => key.split('/')[0] ?? '',
    reconcile: async key => {
      await release.promise;
      order.push(key);
    },
  });
  controller.start(stop.signal);
  await eventually(
    'the worker is blocked',
    () => controller.health.running === 1,
  );
  return { cache, order, controller, release };
}

describe('the watches of a controller', () => {
  it('put changes by users before status changes before initial objects, and let groups take turns', async () => {
    const { cache, order, controller, release } = await startHeld();
    cache.update('x/status', {}, {});
    cache.update('x/user', {}, { generation: 2 });
    release.resolve();
    await waitForIdle(controller);
    const [, ...rest] = order;
    expect(rest).toEqual(['x/user', 'x/status', 'two/1', 'one/2']);
  });

  it('requeue the keys of a resync after its period, with the lowest priority, until the stop', async () => {
    let keys = ['mine/1', 'mine/2'];
    const cache = new FakeCache(initialKeys);
    const runs = new Map<string, number>();
    const seen = new Set<string>();
    const controller = createController({
      name: 'test',
      watches: [{ cache }],
      metrics: fakeMetrics({
        queueWaited: (_name, priority) => seen.add(priority),
      }),
      resync: { periodMs: 50, keys: () => keys },
      reconcile: async key => {
        runs.set(key, (runs.get(key) ?? 0) + 1);
      },
    });
    controller.start(stop.signal);
    await eventually('both keys were reconciled three times', () =>
      keys.every(key => (runs.get(key) ?? 0) >= 3),
    );
    keys = ['mine/3'];
    await eventually(
      'the new key was reconciled three times',
      () => (runs.get('mine/3') ?? 0) >= 3,
    );
    stop.abort();
    await controller.stopped();
    expect(initialKeys.map(key => runs.get(key))).toEqual([1, 1, 1]);
    expect(seen).toEqual(new Set(['initial', 'resync']));
    expect(cache.listeners).toBe(0);
  });

  it('leave no timer when the controller is stopped', async () => {
    jest.useFakeTimers();
    try {
      const controller = createController({
        name: 'test',
        watches: [{ cache: new FakeCache(initialKeys) }],
        resync: { periodMs: 36_000_000, keys: () => initialKeys },
        reconcile: async (_key, context) => context.requeueAfter(1000),
      });
      controller.start(stop.signal);
      await jest.advanceTimersByTimeAsync(0);
      expect(jest.getTimerCount()).toBe(initialKeys.length + 1);
      stop.abort();
      await controller.stopped();
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
