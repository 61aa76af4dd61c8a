import fc from 'fast-check';
import { KeyedQueue } from './KeyedQueue';

const backoff = { baseMs: 100, capMs: 1000 };
const makeQueue = () => new KeyedQueue({ backoff, random: () => 1 });

/** Whether a promise has settled, once everything due now has run. */
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
  it('gives keys in the order they came', async () => {
    const queue = makeQueue();
    ['a', 'b', 'c'].forEach(key => queue.add(key));
    expect([
      await queue.take(),
      await queue.take(),
      await queue.take(),
    ]).toEqual(['a', 'b', 'c']);
  });

  it('gives a key once, however often it was added', async () => {
    const queue = makeQueue();
    queue.add('a');
    queue.add('a');
    expect(queue.depth).toBe(1);
    expect(await queue.take()).toBe('a');
    expect(await isSettled(queue.take())).toBe(false);
  });

  it('gives a key to who waits for one', async () => {
    const queue = makeQueue();
    const taken = queue.take();
    queue.add('a');
    expect(await taken).toBe('a');
    expect(queue.depth).toBe(0);
  });

  it('holds back a key that runs, and gives it again afterwards', async () => {
    const queue = makeQueue();
    queue.add('a');
    await queue.take();
    queue.add('a');
    queue.add('a');
    const again = queue.take();
    expect(await isSettled(again)).toBe(false);
    queue.succeeded('a');
    expect(await again).toBe('a');
    queue.succeeded('a');
    expect(queue.depth).toBe(0);
  });

  it('gives a delayed key at its earliest time', async () => {
    const queue = makeQueue();
    queue.addAfter('a', 500);
    queue.addAfter('a', 200);
    queue.addAfter('a', 300);
    await jest.advanceTimersByTimeAsync(199);
    expect(queue.depth).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(await queue.take()).toBe('a');
    queue.succeeded('a');
    await jest.advanceTimersByTimeAsync(1000);
    expect(queue.depth).toBe(0);
  });

  it('does not wait for a delayed key when it is added now', async () => {
    const queue = makeQueue();
    queue.addAfter('a', 500);
    queue.add('a');
    expect(await queue.take()).toBe('a');
  });

  it.each([0, -1, NaN])('takes a delay of %d as now', delayMs => {
    const queue = makeQueue();
    queue.addAfter('a', delayMs);
    expect(queue.depth).toBe(1);
  });

  it('waits longer after each failure, up to a bound, until a success', async () => {
    const queue = makeQueue();
    const waits: number[] = [];
    queue.add('a');
    for (let run = 0; run < 6; run += 1) {
      await queue.take();
      waits.push(queue.failed('a'));
      await jest.advanceTimersByTimeAsync(1000);
    }
    expect(waits).toEqual([100, 200, 400, 800, 1000, 1000]);
    await queue.take();
    queue.succeeded('a');
    queue.add('a');
    await queue.take();
    expect(queue.failed('a')).toBe(100);
  });

  it('does not come back before the time the server asked for', async () => {
    const queue = makeQueue();
    queue.add('a');
    await queue.take();
    expect(queue.failed('a', 5000)).toBe(5100);
  });

  it('is idle when nothing is due, running or failed', async () => {
    const queue = makeQueue();
    queue.addAfter('later', 60_000);
    expect(await isSettled(queue.idle())).toBe(true);
    queue.add('a');
    const idle = queue.idle();
    expect(await isSettled(idle)).toBe(false);
    await queue.take();
    expect(await isSettled(idle)).toBe(false);
    queue.failed('a');
    expect(await isSettled(idle)).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    await queue.take();
    queue.succeeded('a');
    expect(await isSettled(idle)).toBe(true);
  });

  it('lets go of everything when closed', async () => {
    const depths: number[] = [];
    const queue = new KeyedQueue({
      backoff,
      onDepth: depth => depths.push(depth),
    });
    const taken = [queue.take()];
    queue.add('running');
    queue.add('ready');
    queue.addAfter('delayed', 10);
    taken.push(queue.take(), queue.take());
    queue.close();
    queue.add('late');
    expect(await Promise.all(taken)).toEqual(['running', 'ready', undefined]);
    expect(await queue.take()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(20);
    expect(queue.depth).toBe(0);
    const idle = queue.idle();
    expect(await isSettled(idle)).toBe(false);
    queue.succeeded('running');
    queue.failed('ready');
    expect(await isSettled(idle)).toBe(true);
    expect(depths.at(-1)).toBe(0);
  });

  it('never runs a key twice at once and loses none, whatever the order of things', async () => {
    jest.useRealTimers();
    const anyKey = fc.constantFrom('a', 'b', 'c');
    const anyStep = fc.oneof(
      anyKey.map(key => ({ do: 'add' as const, key })),
      anyKey.map(key => ({ do: 'end' as const, key })),
      fc.constant({ do: 'take' as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep), async steps => {
        const queue = makeQueue();
        const running = new Set<string>();
        const owed = new Set<string>();
        const take = async () => {
          const key = (await queue.take()) ?? '';
          expect(running.has(key)).toBe(false);
          running.add(key);
          owed.delete(key);
        };
        const end = (key: string) => {
          if (running.delete(key)) queue.succeeded(key);
        };
        for (const step of steps) {
          if (step.do === 'add') {
            queue.add(step.key);
            owed.add(step.key);
          } else if (step.do === 'end') {
            end(step.key);
          } else if (queue.depth > 0) {
            await take();
          }
        }
        [...running].forEach(end);
        while (queue.depth > 0) {
          await take();
          [...running].forEach(end);
        }
        expect(owed).toEqual(new Set());
        await queue.idle();
      }),
    );
  });
});
