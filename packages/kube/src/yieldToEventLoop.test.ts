import { setImmediate as nextTurn } from 'node:timers/promises';
import { createYieldToEventLoop, forEachYielding } from './yieldToEventLoop';

function workFor(ms: number) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('createYieldToEventLoop', () => {
  it('yields only when one turn of the event loop took long, and then lets other work run', async () => {
    const yieldToEventLoop = createYieldToEventLoop();
    let others = 0;
    expect(yieldToEventLoop()).toBeUndefined();
    setImmediate(() => {
      others += 1;
    });
    workFor(20);
    const pause = yieldToEventLoop();
    expect(pause).toBeDefined();
    expect(others).toBe(0);
    await pause;
    expect(others).toBe(1);
    expect(yieldToEventLoop()).toBeUndefined();
  });

  it('measures each turn separately', async () => {
    const yieldToEventLoop = createYieldToEventLoop();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(yieldToEventLoop()).toBeUndefined();
      workFor(3);
      await nextTurn();
    }
  });
});

it('forEachYielding lets other work run while the items take long', async () => {
  const done: string[] = [];
  const other = nextTurn().then(() => done.push('other'));
  await forEachYielding(['a', 'b', 'c'], item => {
    done.push(item);
    workFor(15);
  });
  await other;
  expect(done.filter(item => item !== 'other')).toEqual(['a', 'b', 'c']);
  expect(done.indexOf('other')).toBeLessThan(done.indexOf('c'));
});
