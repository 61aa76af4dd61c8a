import { createClient, createLogger, loadKubeConfig } from '@klutch/kube';
import { createEngine, type Engine } from './engine';
import { startKonnector } from './konnector';

jest.mock('./engine', () => ({
  ...jest.requireActual('./engine'),
  createEngine: jest.fn(),
}));

/** Nobody listens there. */
const nowhere = loadKubeConfig(
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }),
);

it.each(['sync', 'claims'])(
  'is stuck when an object of the engine "%s" is worked on for more than ten minutes',
  async name => {
    const ending = new AbortController();
    const health = { depth: 0, running: 0 };
    const runs = new Map<string, number>();
    jest.mocked(createEngine).mockImplementation(
      options =>
        ({
          name: options.name,
          get health() {
            return {
              ...health,
              oldestRunMs: runs.get(options.name),
              oldestRunKey: 'x',
            };
          },
          start() {},
          stopped: async () => undefined,
        }) as Partial<Engine> as Engine,
    );
    const konnector = startKonnector({
      appCluster: nowhere,
      logger: createLogger('test', { level: 'silent' }),
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
