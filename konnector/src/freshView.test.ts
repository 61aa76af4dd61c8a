import type { KubeObject } from '@klutch/kube';
import { ApiError } from '@klutch/kube';
import { FreshView } from './freshView';

const object = (resourceVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', uid: 'u', resourceVersion },
});

describe('FreshView', () => {
  it('shows a write until the cached object changes', () => {
    const view = new FreshView();
    view.wrote('a', object('1'), object('2'));
    expect(view.see('a', object('1')).object).toEqual(object('2'));
    expect(view.see('a', object('2'))).toEqual({ object: object('2') });
    expect(view.see('a', object('1'))).toEqual({ object: object('1') });
  });

  it('remembers a creation and a deletion', () => {
    const view = new FreshView();
    view.wrote('a', undefined, object('1'));
    expect(view.see('a', undefined).object).toEqual(object('1'));
    view.wrote('b', object('1'), undefined);
    expect(view.see('b', object('1')).object).toBeUndefined();
  });

  it('knows that the echo of an earlier write is older than a later write', () => {
    const view = new FreshView();
    view.wrote('a', object('1'), object('2'));
    view.wrote('a', object('1'), object('3'));
    expect(view.see('a', object('2')).object).toEqual(object('3'));
    expect(view.see('a', object('3'))).toEqual({ object: object('3') });
  });

  it('remembers nothing when the write changed nothing', () => {
    const view = new FreshView();
    view.wrote('a', object('1'), object('1'));
    expect(view.see('a', object('1')).rememberedForMs).toBeUndefined();
  });

  it('R05: knows what the server has after a conflict, until the watch shows something else', async () => {
    const view = new FreshView();
    const conflict = new ApiError({
      code: 409,
      reason: 'Conflict',
      message: 'changed',
    });
    let live: KubeObject | undefined = object('7');
    const send = (error: Error) =>
      view.send({ key: 'a', cached: object('1'), read: async () => live }, () =>
        Promise.reject(error),
      );
    await expect(send(conflict)).rejects.toBe(conflict);
    expect(view.see('a', object('1')).object).toEqual(object('7'));
    expect(view.see('a', object('8'))).toEqual({ object: object('8') });

    live = undefined;
    await expect(send(conflict)).rejects.toBe(conflict);
    expect(view.see('a', object('1')).object).toBeUndefined();
    expect(view.see('a', object('8')).object).toEqual(object('8'));

    const other = new Error('unreachable');
    await expect(send(other)).rejects.toBe(other);
    expect(view.see('a', object('1'))).toEqual({ object: object('1') });
  });

  it('gives up after a while, because a watch may never show an object that came and went', () => {
    let now = 0;
    const view = new FreshView(() => now);
    view.wrote('a', undefined, object('1'));
    expect(view.see('a', undefined).rememberedForMs).toBe(30_000);
    now = 30_000;
    expect(view.see('a', undefined)).toEqual({ object: undefined });
  });

  it('knows the echo of its own last write, once', () => {
    const view = new FreshView();
    view.wrote('a', object('1'), object('2'));
    view.wrote('a', object('1'), object('3'));
    expect(view.caughtUp('a', object('2'))).toBe(false);
    expect(view.caughtUp('a', object('3'))).toBe(true);
    expect(view.caughtUp('a', object('3'))).toBe(false);
    expect(view.see('a', object('3'))).toEqual({ object: object('3') });
  });

  it('knows an earlier write as older also when its echo came during a later one', () => {
    const view = new FreshView();
    view.wrote('a', object('1'), object('2'));
    // The next write begins here, planned from 2, while the cache has 1.
    expect(view.caughtUp('a', object('2'))).toBe(true);
    view.wrote('a', object('1'), object('3'), object('2'));
    expect(view.see('a', object('2')).object).toEqual(object('3'));
    expect(view.caughtUp('a', object('3'))).toBe(true);
  });
});
