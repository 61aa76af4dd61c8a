import { KubeClient, WriteGuard } from '../client/KubeClient';
import { KubeObject, Resource } from '../types';
import { createLeaderElection } from './createLeaderElection';

// One clock for timers and deadlines.
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

/** Answers until the lease is held, and never again. */
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

it('ends a process that works on within a second of its renew deadline', async () => {
  const renewDeadlineMs = 10_000;
  let claimedAt: number | undefined;
  let guard: WriteGuard | undefined;
  let endedAt: number | undefined;
  const election = createLeaderElection({
    client: deadServer,
    lease: { namespace: 'n', name: 'l' },
    times: { renewDeadlineMs },
    onOverstay: () => {
      endedAt = Date.now();
    },
  });
  const run = election.run(leadership => {
    claimedAt = Date.now();
    guard = leadership.guard;
    return never();
  }, new AbortController().signal);
  run.catch(() => undefined);
  await jest.advanceTimersByTimeAsync(0);
  const deadline = (claimedAt ?? NaN) + renewDeadlineMs;

  await jest.advanceTimersByTimeAsync(renewDeadlineMs - 1);
  expect(() => guard?.check()).not.toThrow();
  await jest.advanceTimersByTimeAsync(1);
  expect(() => guard?.check()).toThrow('is not held any more');
  expect(endedAt).toBeUndefined();

  await jest.advanceTimersByTimeAsync(5_000);
  expect((endedAt ?? NaN) - deadline).toBeLessThan(1_000);
  // Time to finish what does not write.
  expect((endedAt ?? NaN) - deadline).toBeGreaterThan(500);
  await expect(run).rejects.toThrow('is not held any more');
});
