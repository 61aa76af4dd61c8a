import { fakeMetrics } from './__testUtils__/fakeMetrics';
import { ReconcileContext } from './Controller';
import { createController } from './createController';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
  jest.useFakeTimers();
});
afterEach(() => {
  stop.abort();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Later runs do not requeue, so that the loop ends. */
const longestRequeue = 50;

/** Resolves when the first run of the key has ended; up to the bound, each run requeues the key. */
async function start(
  ask: (context: ReconcileContext, run: number) => void,
  backoffMs = 100,
) {
  const results: string[] = [];
  const controller = createController({
    name: 'test',
    watches: [],
    backoff: { baseMs: backoffMs, capMs: backoffMs },
    metrics: fakeMetrics({
      reconciled: (_name, result) => results.push(result),
    }),
    reconcile: async (_key, context) => {
      if (results.length < longestRequeue) ask(context, results.length + 1);
    },
  });
  controller.start(stop.signal);
  controller.enqueue('a');
  await jest.advanceTimersByTimeAsync(0);
  return { results };
}

describe('requeueAfter', () => {
  it.each([
    ['first', [30, 60_000]],
    ['last', [60_000, 30]],
    ['in the middle', [60_000, 30, 40_000]],
  ])(
    'uses the earliest of several times, requested %s',
    async (_where, times) => {
      const { results } = await start((context, run) => {
        if (run === 1) times.forEach(ms => context.requeueAfter(ms));
      });
      await jest.advanceTimersByTimeAsync(29);
      expect(results).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(results).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(100_000);
      expect(results).toHaveLength(2);
    },
  );

  it.each([0, 0.1, 9])(
    'treats %d ms as 10 ms, so that a key that always requeues itself does not starve others',
    async ms => {
      const { results } = await start(context => context.requeueAfter(ms));
      expect(results).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(9);
      expect(results).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(results).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(100);
      expect(results).toHaveLength(12);
      expect(new Set(results)).toEqual(new Set(['success']));
    },
  );

  it.each([NaN, -1])(
    'fails a reconcile that requests %d ms, and retries it after a back-off',
    async ms => {
      jest.spyOn(Math, 'random').mockReturnValue(1);
      let message: unknown;
      const { results } = await start(context => {
        try {
          context.requeueAfter(ms);
        } catch (error) {
          message = error;
          throw error;
        }
      });
      expect(results).toEqual(['error']);
      expect(message).toEqual(
        new RangeError(
          `The delay of the key "a" is ${ms}. Use a number of milliseconds from 0.`,
        ),
      );
      await jest.advanceTimersByTimeAsync(99);
      expect(results).toEqual(['error']);
      await jest.advanceTimersByTimeAsync(1);
      expect(results).toEqual(['error', 'error']);
    },
  );
});
