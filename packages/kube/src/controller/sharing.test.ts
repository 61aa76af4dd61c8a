import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../testing/eventually';
import { createController } from './createController';

const stop = new AbortController();
afterAll(() => stop.abort());

/** Blocks the event loop for this many milliseconds. */
function occupy(ms: number): void {
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms);
}

describe('a controller and its process', () => {
  it('lets timers fire while a reconcile always requeues its own key at once', async () => {
    const over = new AbortController();
    let runs = 0;
    const controller = createController({
      name: 'restless',
      watches: [],
      async reconcile(key) {
        runs += 1;
        controller.enqueue(key);
      },
    });
    controller.start(over.signal);
    controller.enqueue('a');
    await wait(50);
    over.abort();
    await controller.stopped();
    expect(runs).toBeGreaterThan(1);
  });

  it('lets timers fire while many due keys have reconciles that do not wait', async () => {
    const due = 5_000;
    let done = 0;
    const controller = createController({
      name: 'busy',
      watches: [],
      async reconcile() {
        occupy(0.1);
        done += 1;
      },
    });
    controller.start(stop.signal);
    for (let key = 0; key < due; key += 1) controller.enqueue(`${key}`);
    await wait(1);
    expect(done).toBeLessThan(due);
    await eventually('all keys were reconciled', () => done === due);
  });
});

describe('groups of keys', () => {
  const groupOf = (key: string) => key.split('/')[0] ?? '';

  /** The reconciles of `hung` never end. */
  const start = (concurrency: number, group?: typeof groupOf) => {
    const begun: string[] = [];
    const controller = createController({
      name: 'shared',
      watches: [],
      concurrency,
      group,
      reconcile: async (key, { signal }) => {
        begun.push(key);
        if (!key.startsWith('hung')) return;
        await new Promise(resolve => {
          signal.addEventListener('abort', resolve);
        });
      },
    });
    controller.start(stop.signal);
    for (let key = 0; key < 40; key += 1) controller.enqueue(`hung/${key}`);
    return { controller, begun };
  };

  it.each([
    [16, 12],
    [4, 3],
    [2, 1],
  ])(
    'leave workers to others: of %d workers one group uses at most %d',
    async (concurrency, most) => {
      const { controller, begun } = start(concurrency, groupOf);
      await eventually(
        'the group uses its maximum of workers',
        () => controller.health.running === most,
      );
      controller.enqueue('other/1');
      await eventually('the other group has its turn', () =>
        begun.includes('other/1'),
      );
      expect(controller.health.running).toBe(most);
    },
  );

  it.each([
    ['there is one worker', 1, groupOf],
    ['there are no groups', 4, undefined],
  ])('use all workers when %s', async (_when, concurrency, group) => {
    const { controller } = start(concurrency, group);
    await eventually(
      'all workers are in use',
      () => controller.health.running === concurrency,
    );
    expect(controller.health.depth).toBe(40 - concurrency);
  });
});
