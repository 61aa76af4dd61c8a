import { withDeadline } from './Deadline';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const late = new Error('late');
const done = Promise.resolve('done');

it('aborts work that exceeds the time limit', async () => {
  const stop = new AbortController();
  const limit = { ms: 100, error: () => late };
  const ending = withDeadline(limit, stop, () => new Promise(() => {}));
  ending.catch(() => undefined);
  jest.advanceTimersByTime(99);
  expect(stop.signal.aborted).toBe(false);
  jest.advanceTimersByTime(1);
  expect(stop.signal.reason).toBe(late);
});

it.each<[string, () => Promise<unknown>]>([
  ['is done', () => done],
  ['has failed', () => Promise.reject(new Error('failed'))],
  [
    'has failed at once',
    () => {
      throw new Error('failed');
    },
  ],
])('stops its timer when the work %s', async (_how, work) => {
  const stop = new AbortController();
  const limit = { ms: 100, error: () => late };
  await withDeadline(limit, stop, work).catch(() => undefined);
  expect(jest.getTimerCount()).toBe(0);
  jest.advanceTimersByTime(100);
  expect(stop.signal.aborted).toBe(false);
});
