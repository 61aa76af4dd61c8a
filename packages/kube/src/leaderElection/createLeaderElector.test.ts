import { KubeClient, WriteGuard } from '../client/KubeClient';
import { Lease } from '../coreTypes';
import { KubeObject, Resource } from '../types';
import { createLeaderElector } from './createLeaderElector';

// Timers and deadlines use the same fake clock.
jest.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) =>
    new Promise(resolve => {
      setTimeout(resolve, ms);
    }),
}));
jest.mock('./clock', () => ({ leaseClock: () => Date.now() }));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = () => new Promise<never>(() => undefined);

/** Responds until the lease is held, and never again. */
const deadServer = {
  server: 'https://dead.example.org',
  get: async () => undefined,
  create: async <T extends KubeObject>(_: Resource<T>, body: T) => body,
  mergePatch: never,
  guarded: () => deadServer,
  async *watch() {
    await never();
  },
} as Partial<KubeClient> as KubeClient;

it('reports a stop timeout within a second of the renew deadline when the work does not stop', async () => {
  const renewDeadlineMs = 10_000;
  let acquiredAt: number | undefined;
  let guard: WriteGuard | undefined;
  let endedAt: number | undefined;
  const elector = createLeaderElector({
    client: deadServer,
    lease: { namespace: 'n', name: 'l' },
    times: { renewDeadlineMs },
    onStopTimeout: () => {
      endedAt = Date.now();
    },
  });
  const run = elector.run(leadership => {
    acquiredAt = Date.now();
    guard = leadership.guard;
    return never();
  }, new AbortController().signal);
  run.catch(() => undefined);
  await jest.advanceTimersByTimeAsync(0);
  const deadline = (acquiredAt ?? NaN) + renewDeadlineMs;

  await jest.advanceTimersByTimeAsync(renewDeadlineMs - 1);
  expect(() => guard?.check()).not.toThrow();
  await jest.advanceTimersByTimeAsync(1);
  expect(() => guard?.check()).toThrow('is not held any more');
  expect(endedAt).toBeUndefined();

  await jest.advanceTimersByTimeAsync(5_000);
  expect((endedAt ?? NaN) - deadline).toBeLessThan(1_000);
  // Leaves time to finish work that does not write.
  expect((endedAt ?? NaN) - deadline).toBeGreaterThan(500);
  await expect(run).rejects.toThrow('is not held any more');
});

it('releases the lease without leading when aborted during the acquisition', async () => {
  const stop = new AbortController();
  const holders: unknown[] = [];
  const client: KubeClient = {
    ...deadServer,
    create: async (_, body) => {
      if (body.metadata.name === 'l') stop.abort();
      return body;
    },
    async mergePatch<T extends KubeObject>(
      _: Resource<T>,
      key: object,
      patch: object,
    ) {
      const { spec = {} } = patch as Lease;
      holders.push(spec.holderIdentity);
      return { metadata: key, spec } as Lease as KubeObject as T;
    },
    guarded: () => client,
  };
  const elector = createLeaderElector({
    client,
    lease: { namespace: 'n', name: 'l' },
  });
  const onStartedLeading = jest.fn(async () => undefined);
  const run = elector.run(onStartedLeading, stop.signal);
  await jest.advanceTimersByTimeAsync(10_000);
  await run;
  expect(stop.signal.aborted).toBe(true);
  expect(onStartedLeading).not.toHaveBeenCalled();
  expect(holders).toEqual(['']);
});
