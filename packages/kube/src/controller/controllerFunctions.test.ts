import { createLogger } from '../createLogger';
import { keyOf } from '../keys';
import { KubeObject } from '../types';
import { FakeCache } from './__testUtils__/FakeCache';
import { fakeMetrics } from './__testUtils__/fakeMetrics';
import { ControllerOptions, ControllerWatch } from './Controller';
import { createController } from './createController';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  jest.useFakeTimers();
});
afterEach(() => {
  stop.abort();
  jest.useRealTimers();
});

/** A controller of three objects, with its reconciled keys and its log. */
async function start(
  watch: Partial<ControllerWatch<KubeObject>>,
  options: Partial<ControllerOptions<[KubeObject]>> = {},
) {
  const cache = new FakeCache(['good/1', 'bad', 'good/2']);
  const runs: string[] = [];
  const lines: string[] = [];
  const failures: string[] = [];
  const controller = createController({
    name: 'test',
    watches: [{ cache, ...watch }],
    reconcile: async key => {
      runs.push(key);
    },
    logger: createLogger('test', {
      destination: { write: line => lines.push(line) },
    }),
    metrics: fakeMetrics({
      functionFailed: (...labels) => failures.push(labels.join(' ')),
    }),
    ...options,
  });
  controller.start(stop.signal);
  await jest.advanceTimersByTimeAsync(0);
  const logged = lines.map(line => JSON.parse(line));
  return { cache, controller, runs, failures, lines, logged };
}

const broken = () => {
  throw new Error('broken');
};

describe('a key function that throws', () => {
  const key = ({ metadata: { name, generation } }: KubeObject) =>
    name === 'bad' && generation === 1 ? broken() : name;

  it('is logged and counted, and the other objects are reconciled', async () => {
    const { runs, failures, logged } = await start({ key });
    expect(runs).toEqual(['1', '2']);
    expect(failures).toEqual(['test key']);
    expect(logged).toEqual([
      expect.objectContaining({
        level: 50,
        controller: 'test',
        function: 'key',
        key: 'bad',
        err: expect.objectContaining({ message: 'broken' }),
      }),
    ]);
  });

  it('is called again when the object changes', async () => {
    const { cache, runs, failures } = await start({ key });
    cache.update('bad', { generation: 1 }, { generation: 1 });
    cache.update('bad', { generation: 1 }, { generation: 2 });
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toEqual(['1', '2', 'bad']);
    expect(failures).toEqual(['test key', 'test key']);
  });
});

it('a key function may return a list, or undefined as no keys', async () => {
  const { runs, failures } = await start({
    key: ({ metadata: { name = '' } }) =>
      name === 'bad' ? undefined : Object.freeze(['x', name]),
  });
  expect(runs).toEqual(['x', '1', '2']);
  expect(failures).toEqual([]);
});

it('a cache that fails is logged and stops the controller, and nothing else', async () => {
  const cache = new FakeCache([]);
  cache.list = broken;
  const lines: string[] = [];
  const controller = createController({
    name: 'test',
    watches: [{ cache }],
    reconcile: async () => {},
    logger: createLogger('test', {
      destination: { write: line => lines.push(line) },
    }),
  });
  controller.start(stop.signal);
  await controller.stopped();
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 50,
      err: expect.objectContaining({ message: 'broken' }),
    }),
  ]);
});

describe('a function resync.keys', () => {
  it.each<[string, () => Iterable<string>]>([
    ['throws', broken],
    [
      'throws while it is read',
      function* fewKeys() {
        yield 'a';
        broken();
      },
    ],
  ])(
    'that %s is logged and counted, and called again',
    async (_, resyncKeys) => {
      const { cache, controller, runs, failures, lines } = await start(
        {},
        { resync: { periodMs: 1000, keys: resyncKeys } },
      );
      await jest.advanceTimersByTimeAsync(1100);
      expect(failures.length).toBeGreaterThan(50);
      expect(new Set(failures)).toEqual(new Set(['test resync.keys']));
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 50,
        function: 'resync.keys',
      });
      expect(runs).toEqual(cache.list().map(keyOf));
      controller.enqueue('later');
      await jest.advanceTimersByTimeAsync(0);
      expect(runs).toContain('later');
    },
  );
});

describe('a group function that throws', () => {
  it('is logged and counted, and the key is reconciled, also after a delay', async () => {
    const { controller, runs, failures, logged } = await start(
      {},
      { group: key => (key === 'bad' ? broken() : '') },
    );
    expect(runs).toEqual(['good/1', 'bad', 'good/2']);
    expect(logged).toEqual([
      expect.objectContaining({ function: 'group', key: 'bad' }),
    ]);
    controller.enqueue('bad', 50);
    await jest.advanceTimersByTimeAsync(50);
    expect(runs.at(-1)).toBe('bad');
    expect(runs).toHaveLength(4);
    expect(failures).toEqual(['test group', 'test group']);
  });
});
