import { createClient, createLogger, loadKubeConfig } from '@klutch/kube';
import { Engine } from './engine';
import { startKonnector } from './konnector';

jest.mock('./engine', () => ({
  ...jest.requireActual('./engine'),
  Engine: jest.fn(),
}));

/** No server listens on this port. */
const nowhere = loadKubeConfig(
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }),
);

const silent = createLogger('test', { level: 'silent' });

/**
 * Engines without reconciles. @param runs - running time of the current reconcile, by name of the engine; milliseconds.
 */
const engines = (runs = new Map<string, number>()) =>
  jest.mocked(Engine).mockImplementation(
    options =>
      ({
        name: options.name,
        get health() {
          return {
            depth: 0,
            running: 0,
            oldestRunMs: runs.get(options.name),
            oldestRunKey: 'x',
          };
        },
        start() {},
        stopped: async () => undefined,
      }) as Partial<Engine> as Engine,
  );

beforeEach(() => jest.mocked(Engine).mockReset());

it.each(['sync', 'claims'])(
  'is stuck when an object of the engine "%s" is reconciled for more than ten minutes',
  async name => {
    const ending = new AbortController();
    const runs = new Map<string, number>();
    engines(runs);
    const konnector = startKonnector({
      appCluster: nowhere,
      logger: silent,
      connect: createClient,
      signal: ending.signal,
    });
    try {
      runs.set(name, 599_000);
      expect(konnector.health().stuck).toBeUndefined();
      runs.set(name, 601_000);
      expect(konnector.health().stuck).toContain(
        'x has been running for 601 s',
      );
    } finally {
      ending.abort();
      await konnector.stopped;
    }
  },
);

it.each([
  [undefined, 32, 8],
  [100, 100, 25],
  [7, 7, 1],
  [1, 1, 1],
])(
  'reconciles a quarter as many claimed objects at once, for concurrency %s',
  async (concurrency, sync, claims) => {
    engines();
    const { stopped } = startKonnector({
      appCluster: nowhere,
      logger: silent,
      connect: createClient,
      concurrency,
      signal: AbortSignal.abort(),
    });
    await stopped;
    const made = jest
      .mocked(Engine)
      .mock.calls.map(([options]) => [options.name, options.concurrency]);
    expect(made).toEqual([
      ['sync', sync],
      ['claims', claims],
    ]);
  },
);
