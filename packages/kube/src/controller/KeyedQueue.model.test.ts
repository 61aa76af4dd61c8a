import fc from 'fast-check';
import {
  anyCommands,
  Close,
  finish,
  newModel,
} from './__testUtils__/queueModel';
import { KeyedQueue } from './KeyedQueue';

const isLong = process.env.KLUTCH_LONG === '1';
const numRuns = isLong ? 20_000 : 300;
const timeoutMs = isLong ? 300_000 : 30_000;

const newQueue = (random: number) =>
  new KeyedQueue({
    backoff: { baseMs: 5, capMs: 8000 },
    group: key => key.split('/')[0] ?? '',
    random: () => random,
  });

const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('a queue, with any order of operations', () => {
  it(
    'never passes a key to two workers, and runs a key after each add',
    () => {
      fc.assert(
        fc.property(anyCommands, anyRandom, (commands, random) => {
          const model = newModel();
          const queue = newQueue(random);
          fc.modelRun(() => ({ model, real: queue }), commands);
          finish(model, queue);
          expect(model.owed).toEqual(new Set());
          expect(model.retries).toEqual(new Map());
          queue.close();
        }),
        { numRuns },
      );
    },
    timeoutMs,
  );

  it(
    'drops all waiting keys when it is closed, and waits only for running ones',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          anyCommands,
          anyCommands,
          anyRandom,
          async (before, after, random) => {
            const model = newModel();
            const queue = newQueue(random);
            fc.modelRun(() => ({ model, real: queue }), before);
            new Close().run(model, queue);
            fc.modelRun(() => ({ model, real: queue }), after);
            expect(queue.depth).toBe(0);
            expect(jest.getTimerCount()).toBe(0);
            expect(await queue.take()).toBeUndefined();
            [...model.running].forEach(key => queue.failed(key));
          },
        ),
        { numRuns },
      );
    },
    timeoutMs,
  );
});
