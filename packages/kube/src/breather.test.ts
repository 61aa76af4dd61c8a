import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBreather } from './breather';

function workFor(ms: number) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('createBreather', () => {
  it('asks for a pause only when one turn of the event loop took long, and lets others in then', async () => {
    const breathe = createBreather();
    let others = 0;
    expect(breathe()).toBeUndefined();
    setImmediate(() => {
      others += 1;
    });
    workFor(20);
    const pause = breathe();
    expect(pause).toBeDefined();
    expect(others).toBe(0);
    await pause;
    expect(others).toBe(1);
    expect(breathe()).toBeUndefined();
  });

  it('counts each turn anew', async () => {
    const breathe = createBreather();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(breathe()).toBeUndefined();
      workFor(3);
      await nextTurn();
    }
  });
});
