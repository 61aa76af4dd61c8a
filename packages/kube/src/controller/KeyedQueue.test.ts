import { KeyedQueue, KeyedQueueOptions } from './KeyedQueue';

const backoff = { baseMs: 100, capMs: 1000 };
const makeQueue = (options: Partial<KeyedQueueOptions> = {}) =>
  new KeyedQueue({ backoff, random: () => 1, ...options });

/** All due keys, in the order in which workers get them. */
function takeAll(queue: KeyedQueue): string[] {
  const keys: string[] = [];
  for (let next = queue.tryTake(); next; next = queue.tryTake()) {
    keys.push(next.key);
  }
  return keys;
}

/** Whether a promise has settled, after all due callbacks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  await jest.advanceTimersByTimeAsync(0);
  return settled;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('KeyedQueue', () => {
  it('returns keys in the order of their addition', () => {
    const queue = makeQueue();
    ['a', 'b', 'c'].forEach(key => queue.add(key));
    expect(takeAll(queue)).toEqual(['a', 'b', 'c']);
  });

  it('returns a key once, however often it was added', () => {
    const queue = makeQueue();
    queue.add('a');
    queue.add('a');
    expect(queue.depth).toBe(1);
    expect(takeAll(queue)).toEqual(['a']);
  });

  it('passes a key to a waiting worker', async () => {
    const queue = makeQueue();
    const taken = queue.take();
    queue.add('a', 'status');
    expect(await taken).toEqual({ key: 'a', priority: 'status', waitedMs: 0 });
    expect(queue.depth).toBe(0);
  });

  it('reports how long a key was due', async () => {
    const queue = makeQueue();
    queue.addAfter('a', 100, 'resync');
    await jest.advanceTimersByTimeAsync(350);
    expect(await queue.take()).toEqual({
      key: 'a',
      priority: 'resync',
      waitedMs: 250,
    });
  });

  it('returns a key that was added during its run only after the run', async () => {
    const queue = makeQueue();
    queue.add('a');
    await queue.take();
    queue.add('a', 'resync');
    queue.add('a', 'status');
    queue.add('a', 'initial');
    const again = queue.take();
    expect(await isSettled(again)).toBe(false);
    queue.succeeded('a');
    expect(await again).toMatchObject({ key: 'a', priority: 'status' });
    queue.succeeded('a');
    expect(queue.depth).toBe(0);
  });

  it('returns a delayed key at its earliest time, with the highest requested priority', async () => {
    const queue = makeQueue();
    queue.addAfter('a', 500, 'resync');
    queue.addAfter('a', 200, 'initial');
    queue.addAfter('a', 300, 'status');
    await jest.advanceTimersByTimeAsync(199);
    expect(queue.depth).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(queue.tryTake()).toMatchObject({ key: 'a', priority: 'status' });
    queue.succeeded('a');
    await jest.advanceTimersByTimeAsync(1000);
    expect(queue.depth).toBe(0);
  });

  it('returns a delayed key at once when it is also added now, and again after the delay', async () => {
    const queue = makeQueue();
    queue.addAfter('a', 500);
    queue.add('a');
    expect(takeAll(queue)).toEqual(['a']);
    queue.succeeded('a');
    await jest.advanceTimersByTimeAsync(500);
    expect(takeAll(queue)).toEqual(['a']);
  });

  it('treats a delay of 0 as now', () => {
    const queue = makeQueue();
    queue.addAfter('a', 0);
    expect(queue.depth).toBe(1);
  });

  it.each([-1, NaN])('refuses a delay of %d', delayMs => {
    const queue = makeQueue();
    expect(() => queue.addAfter('a', delayMs)).toThrow(RangeError);
    expect(queue.depth).toBe(0);
  });

  it('returns no key and keeps no timer when closed', async () => {
    const depths: number[] = [];
    const queue = makeQueue({ onDepth: depth => depths.push(depth) });
    const taken = [queue.take()];
    queue.add('running');
    queue.add('ready');
    queue.addAfter('delayed', 10);
    taken.push(queue.take(), queue.take());
    queue.close();
    queue.add('late');
    queue.addAfter('late', 10);
    const keys = (await Promise.all(taken)).map(each => each?.key);
    expect(keys).toEqual(['running', 'ready', undefined]);
    expect(await queue.take()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
    expect(queue.depth).toBe(0);
    queue.succeeded('running');
    queue.failed('ready');
    expect(jest.getTimerCount()).toBe(0);
    expect(depths.at(-1)).toBe(0);
  });

  it('drops waiting keys when it is closed', () => {
    const queue = makeQueue();
    queue.add('a');
    queue.close();
    expect(queue.tryTake()).toBeUndefined();
  });
});

describe('a key that fails', () => {
  const fail = (queue: KeyedQueue, times: number) => {
    for (let run = 0; run < times; run += 1) {
      queue.add('a');
      jest.advanceTimersByTime(1000);
      queue.tryTake();
      queue.failed('a');
    }
  };

  it('waits longer after each failure, up to a bound, until a success', async () => {
    const queue = makeQueue();
    const waits: number[] = [];
    queue.add('a');
    for (let run = 0; run < 6; run += 1) {
      queue.tryTake();
      waits.push(queue.failed('a'));
      await jest.advanceTimersByTimeAsync(1000);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1000, 1000]);
    queue.tryTake();
    queue.succeeded('a');
    queue.add('a');
    queue.tryTake();
    expect(queue.failed('a')).toBe(100);
  });

  it.each([
    [0, 5000],
    [0.5, 5250],
    [1, 5500],
  ])(
    'is retried after Retry-After, with jitter %d after %d ms, whatever failed before',
    (random, wait) => {
      const queue = makeQueue({ random: () => random });
      fail(queue, 10);
      queue.add('a');
      jest.advanceTimersByTime(1000);
      queue.tryTake();
      expect(queue.failed('a', 5000)).toBe(wait);
      jest.advanceTimersByTime(wait - 1);
      expect(queue.depth).toBe(0);
      jest.advanceTimersByTime(1);
      expect(queue.depth).toBe(1);
    },
  );

  it('waits five minutes at most, whatever Retry-After is', () => {
    const queue = makeQueue({ random: () => 0 });
    queue.add('a');
    queue.tryTake();
    expect(queue.failed('a', 1e12)).toBe(300_000);
  });

  it.each([
    ['user', 'status'],
    ['status', 'status'],
    ['initial', 'initial'],
    ['resync', 'resync'],
  ] as const)('with priority %s is retried with %s', (before, after) => {
    const queue = makeQueue();
    queue.add('a', before);
    queue.tryTake();
    queue.failed('a');
    jest.advanceTimersByTime(100);
    expect(queue.tryTake()).toMatchObject({ priority: after });
  });

  it('is retried at once after a change when it failed a while ago', () => {
    const queue = makeQueue({ backoff: { baseMs: 60_000, capMs: 60_000 } });
    queue.add('a', 'resync');
    queue.tryTake();
    queue.failed('a');
    jest.advanceTimersByTime(1000);
    queue.add('a', 'user');
    expect(queue.tryTake()).toMatchObject({ key: 'a', priority: 'user' });
    queue.succeeded('a');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is not retried in a loop by changes of its own runs', () => {
    const queue = makeQueue({ backoff: { baseMs: 60_000, capMs: 60_000 } });
    let runs = 0;
    queue.add('a');
    for (let ms = 0; ms < 10_000; ms += 1) {
      const taken = queue.tryTake();
      if (taken) {
        runs += 1;
        queue.add('a', 'user');
        queue.failed('a');
        queue.add('a', 'status');
      }
      jest.advanceTimersByTime(1);
    }
    expect(runs).toBe(10);
  });

  it('is not retried after a change before Retry-After', () => {
    const queue = makeQueue({ random: () => 0 });
    queue.add('a');
    queue.tryTake();
    queue.failed('a', 5000);
    jest.advanceTimersByTime(4000);
    queue.add('a');
    jest.advanceTimersByTime(999);
    expect(queue.depth).toBe(0);
    jest.advanceTimersByTime(1);
    expect(queue.tryTake()).toMatchObject({ key: 'a', priority: 'user' });
  });

  it('is retried a second after the failure for changes during its run, and keeps its count of failures', () => {
    const queue = makeQueue({ backoff: { baseMs: 4000, capMs: 60_000 } });
    queue.add('a', 'resync');
    queue.tryTake();
    for (const backoffMs of [4000, 8000]) {
      queue.add('a', 'initial');
      queue.add('a', 'user');
      expect(queue.failed('a')).toBe(backoffMs);
      jest.advanceTimersByTime(999);
      expect(queue.depth).toBe(0);
      jest.advanceTimersByTime(1);
      expect(queue.tryTake()).toMatchObject({ key: 'a', priority: 'user' });
    }
    expect(queue.failed('a')).toBe(16_000);
    jest.advanceTimersByTime(15_999);
    expect(queue.depth).toBe(0);
    jest.advanceTimersByTime(1);
    expect(takeAll(queue)).toEqual(['a']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is retried for changes during its run after Retry-After', () => {
    const queue = makeQueue({ random: () => 0 });
    queue.add('a', 'resync');
    queue.tryTake();
    queue.add('a', 'user');
    queue.failed('a', 5000);
    jest.advanceTimersByTime(4999);
    expect(queue.depth).toBe(0);
    jest.advanceTimersByTime(1);
    expect(queue.tryTake()).toMatchObject({ key: 'a', priority: 'user' });
  });

  it('does not wait longer because of changes', () => {
    const queue = makeQueue();
    queue.add('a');
    queue.tryTake();
    queue.failed('a');
    queue.add('a');
    jest.advanceTimersByTime(100);
    expect(queue.depth).toBe(1);
  });
});
