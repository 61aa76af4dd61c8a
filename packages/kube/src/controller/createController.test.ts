import { ApiError } from '../errors';
import { createLogger } from '../createLogger';
import { deferred, Deferred } from '../wait';
import { eventually } from '../testing/eventually';
import { fakeMetrics } from './__testUtils__/fakeMetrics';
import { waitForIdle } from './__testUtils__/waitForIdle';
import { ControllerOptions } from './Controller';
import { createController } from './createController';

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

function run(options: Partial<ControllerOptions<[]>> = {}) {
  const controller = createController({
    name: 'test',
    watches: [],
    backoff: { baseMs: 1, capMs: 5 },
    reconcile: async () => {},
    ...options,
  });
  controller.start(stop.signal);
  return controller;
}

/** A reconcile whose runs end when the test releases them. */
function heldReconcile() {
  const running: { key: string; run: Deferred<void> }[] = [];
  let started = deferred<void>();
  return {
    running,
    get nextStart() {
      return started.promise;
    },
    async reconcile(key: string) {
      const held = { key, run: deferred<void>() };
      running.push(held);
      const announce = started;
      started = deferred<void>();
      announce.resolve();
      await held.run.promise;
      running.splice(running.indexOf(held), 1);
    },
  };
}

describe('a controller', () => {
  it('reconciles different keys at once, up to its concurrency', async () => {
    const held = heldReconcile();
    const controller = run({ reconcile: held.reconcile, concurrency: 2 });
    ['a', 'b', 'c'].forEach(key => controller.enqueue(key));
    await held.nextStart;
    if (held.running.length < 2) await held.nextStart;
    expect(held.running.map(({ key }) => key)).toEqual(['a', 'b']);
    const third = held.nextStart;
    held.running[0]?.run.resolve();
    await third;
    expect(held.running.map(({ key }) => key)).toEqual(['b', 'c']);
    held.running.forEach(({ run: end }) => end.resolve());
    await waitForIdle(controller);
  });

  it('reconciles a key that changed during its run once more, afterwards', async () => {
    const held = heldReconcile();
    const controller = run({ reconcile: held.reconcile });
    controller.enqueue('a');
    await held.nextStart;
    controller.enqueue('a');
    controller.enqueue('a');
    expect(held.running).toHaveLength(1);
    const again = held.nextStart;
    held.running[0]?.run.resolve();
    await again;
    expect(held.running).toHaveLength(1);
    held.running[0]?.run.resolve();
    await waitForIdle(controller);
    expect(held.running).toHaveLength(0);
  });

  it('retries a key until it succeeds', async () => {
    let runs = 0;
    const controller = run({
      reconcile: async () => {
        runs += 1;
        if (runs < 4) throw new Error('not yet');
      },
    });
    controller.enqueue('a');
    await eventually('the reconcile succeeded', () => runs >= 4);
    await waitForIdle(controller);
    expect(runs).toBe(4);
  });

  it('R03: tries every key again within 60 s after an outage of an hour', async () => {
    jest.useFakeTimers();
    try {
      const failing = new Set(
        Array.from({ length: 50 }, (_, index) => `${index}`),
      );
      let isAway = true;
      const controller = run({
        backoff: undefined,
        reconcile: async key => {
          if (isAway) throw new Error('the cluster is away');
          failing.delete(key);
        },
      });
      failing.forEach(key => controller.enqueue(key));
      await jest.advanceTimersByTimeAsync(3_600_000);
      isAway = false;
      expect(failing.size).toBe(50);
      await jest.advanceTimersByTimeAsync(60_000);
      expect([...failing]).toEqual([]);
    } finally {
      stop.abort();
      jest.useRealTimers();
    }
  });

  it('does not retry a key before Retry-After', async () => {
    const times: number[] = [];
    const controller = run({
      reconcile: async () => {
        times.push(performance.now());
        if (times.length === 1) {
          throw new ApiError({
            code: 429,
            reason: 'TooManyRequests',
            message: 'slow down',
            retryAfterSeconds: 0.2,
          });
        }
      },
    });
    controller.enqueue('a');
    await eventually('the reconcile is repeated', () => times.length === 2);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(195);
  });

  it('when it is stopped, aborts the running reconcile, awaits it, and starts no other', async () => {
    const keys: string[] = [];
    const begun = deferred<AbortSignal>();
    const hold = deferred<void>();
    const controller = run({
      concurrency: 1,
      reconcile: async (key, { signal }) => {
        keys.push(key);
        begun.resolve(signal);
        await hold.promise;
      },
    });
    controller.enqueue('a');
    controller.enqueue('b');
    const signal = await begun.promise;
    let stopped = false;
    const end = controller.stopped().then(() => {
      stopped = true;
    });
    stop.abort();
    expect(signal.aborted).toBe(true);
    controller.enqueue('c');
    await Promise.resolve();
    expect(stopped).toBe(false);
    hold.resolve();
    await end;
    expect(keys).toEqual(['a']);
  });

  it('never starts when it was stopped before', async () => {
    stop.abort();
    const reconcile = jest.fn();
    const controller = run({ reconcile });
    controller.enqueue('a');
    await controller.stopped();
    expect(reconcile).not.toHaveBeenCalled();
  });

  it('logs failures as warnings with key and wait, conflicts at debug level', async () => {
    const lines: string[] = [];
    const logger = createLogger('test', {
      destination: { write: line => lines.push(line) },
    });
    let succeeded = false;
    const problems = [
      new ApiError({ code: 409, reason: 'Conflict', message: 'too late' }),
      new Error('broken'),
    ];
    const controller = run({
      logger,
      reconcile: async () => {
        const problem = problems.shift();
        if (problem) throw problem;
        succeeded = true;
      },
    });
    controller.enqueue('ns/a');
    await eventually('the reconcile succeeded', () => succeeded);
    expect(lines.map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 40,
        controller: 'test',
        key: 'ns/a',
        retryInMs: expect.any(Number),
        err: expect.objectContaining({ message: 'broken' }),
      }),
    ]);
  });

  it('does not count a failure after its stop', async () => {
    const metrics = { reconciled: jest.fn(), queueRetry: jest.fn() };
    const lines: string[] = [];
    const begun = deferred<void>();
    const controller = run({
      metrics: fakeMetrics(metrics),
      logger: createLogger('test', {
        destination: { write: line => lines.push(line) },
      }),
      reconcile: async (_key, { signal }) => {
        begun.resolve();
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    controller.enqueue('a');
    await begun.promise;
    stop.abort();
    await controller.stopped();
    expect(lines).toEqual([]);
    expect(metrics.reconciled).not.toHaveBeenCalled();
    expect(metrics.queueRetry).not.toHaveBeenCalled();
  });

  it('can be started only once', () => {
    const controller = run();
    expect(() => controller.start(stop.signal)).toThrow('started already');
  });

  it.each([
    ['concurrency', 0],
    ['concurrency', -1],
    ['concurrency', 1.5],
    ['concurrency', NaN],
    ['concurrency', Infinity],
    ['concurrency', 10_001],
  ])('refuses a %s of %d', (option, value) => {
    expect(() => run({ [option]: value })).toThrow(
      new RegExp(`^The ${option} of the controller "test" is ${value}. Use a `),
    );
  });

  it.each([0, -1, NaN, Infinity, 2 ** 31])(
    'refuses a resync period of %d',
    periodMs => {
      expect(() => run({ resync: { periodMs, keys: () => [] } })).toThrow(
        `The resync.periodMs of the controller "test" is ${periodMs}. Use a `,
      );
    },
  );

  it.each([-1, NaN])('refuses a key that is due in %d ms', delayMs => {
    expect(() => run().enqueue('a', delayMs)).toThrow(
      `The delay of the key "a" is ${delayMs}.`,
    );
  });

  it('reports its health', async () => {
    const held = heldReconcile();
    const controller = run({ reconcile: held.reconcile, concurrency: 2 });
    expect(controller.health).toEqual({ depth: 0, running: 0 });
    ['a', 'b', 'c'].forEach(key => controller.enqueue(key));
    await eventually('two keys are running', () => held.running.length === 2);
    await eventually(
      'the oldest run takes more than 5 ms',
      () => (controller.health.oldestRunMs ?? 0) > 5,
    );
    expect(controller.health).toMatchObject({
      depth: 1,
      running: 2,
      oldestRunKey: 'a',
    });
    held.running[0]?.run.resolve();
    await eventually(
      'the third key is running',
      () => controller.health.depth === 0,
    );
    expect(controller.health.oldestRunKey).toBe('b');
    held.running.forEach(({ run: end }) => end.resolve());
    await waitForIdle(controller);
  });

  it('measures waits, by priority, and retries', async () => {
    const metrics = { queueWaited: jest.fn(), queueRetry: jest.fn() };
    let fails = true;
    const controller = run({
      metrics: fakeMetrics(metrics),
      reconcile: async () => {
        if (!fails) return;
        fails = false;
        throw new Error('not yet');
      },
    });
    controller.enqueue('a', 0, 'initial');
    controller.enqueue('b', 20);
    await eventually(
      'both keys were reconciled',
      () => metrics.queueWaited.mock.calls.length === 3,
    );
    expect(metrics.queueWaited.mock.calls).toEqual([
      ['test', 'initial', expect.any(Number)],
      ['test', 'initial', expect.any(Number)],
      ['test', 'user', expect.any(Number)],
    ]);
    expect(metrics.queueRetry.mock.calls).toEqual([['test']]);
  });
});

describe('a controller that is stopped while a reconcile ignores it', () => {
  it('logs its key, and waits for it', async () => {
    jest.useFakeTimers();
    try {
      const lines: string[] = [];
      const held = heldReconcile();
      const controller = run({
        reconcile: held.reconcile,
        logger: createLogger('test', {
          destination: { write: line => lines.push(line) },
        }),
      });
      controller.enqueue('stuck');
      await held.nextStart;
      let stopped = false;
      controller.stopped().then(() => {
        stopped = true;
      });
      stop.abort();
      await jest.advanceTimersByTimeAsync(10_000);
      expect(stopped).toBe(false);
      expect(lines.map(line => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 40, keys: ['stuck'] }),
      ]);
      expect(controller.health.running).toBe(1);
      held.running[0]?.run.resolve();
      await controller.stopped();
      await jest.advanceTimersByTimeAsync(0);
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
