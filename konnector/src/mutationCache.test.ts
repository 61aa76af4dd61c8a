import type { KubeObject } from '@klutch/kube';
import { ApiError } from '@klutch/kube';
import { MutationCache } from './mutationCache';

const object = (resourceVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', uid: 'u', resourceVersion },
});

describe('MutationCache', () => {
  it('returns a write until the cached object changes', () => {
    const view = new MutationCache();
    view.recordWrite('a', object('1'), object('2'));
    expect(view.get('a', object('1')).object).toEqual(object('2'));
    expect(view.get('a', object('2'))).toEqual({ object: object('2') });
    expect(view.get('a', object('1'))).toEqual({ object: object('1') });
  });

  it('remembers a creation and a deletion', () => {
    const view = new MutationCache();
    view.recordWrite('a', undefined, object('1'));
    expect(view.get('a', undefined).object).toEqual(object('1'));
    view.recordWrite('b', object('1'), undefined);
    expect(view.get('b', object('1')).object).toBeUndefined();
  });

  it('treats the event of an earlier write as older than a later write', () => {
    const view = new MutationCache();
    view.recordWrite('a', object('1'), object('2'));
    view.recordWrite('a', object('1'), object('3'));
    expect(view.get('a', object('2')).object).toEqual(object('3'));
    expect(view.get('a', object('3'))).toEqual({ object: object('3') });
  });

  it('remembers nothing when the write changed nothing', () => {
    const view = new MutationCache();
    view.recordWrite('a', object('1'), object('1'));
    expect(view.get('a', object('1')).expiresInMs).toBeUndefined();
  });

  it('R05: returns the live object after a conflict, until the watch shows another one', async () => {
    const view = new MutationCache();
    const conflict = new ApiError({
      code: 409,
      reason: 'Conflict',
      message: 'changed',
    });
    let live: KubeObject | undefined = object('7');
    const send = (error: Error) =>
      view.write(
        { key: 'a', cached: object('1'), read: async () => live },
        () => Promise.reject(error),
      );
    await expect(send(conflict)).rejects.toBe(conflict);
    expect(view.get('a', object('1')).object).toEqual(object('7'));
    expect(view.get('a', object('8'))).toEqual({ object: object('8') });

    live = undefined;
    await expect(send(conflict)).rejects.toBe(conflict);
    expect(view.get('a', object('1')).object).toBeUndefined();
    expect(view.get('a', object('8')).object).toEqual(object('8'));

    const other = new Error('unreachable');
    await expect(send(other)).rejects.toBe(other);
    expect(view.get('a', object('1'))).toEqual({ object: object('1') });
  });

  it('records what a write returned, and that the removal of the last finalizer deletes', async () => {
    const view = new MutationCache();
    const write = (written: KubeObject | undefined) =>
      view.write(
        { key: 'a', cached: object('1'), read: async () => undefined },
        async () => written,
      );
    await write(undefined);
    expect(view.get('a', object('1'))).toEqual({ object: object('1') });
    const { metadata, ...rest } = object('2');
    const deleting = { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
    const blocked = { ...rest, metadata: { ...deleting, finalizers: ['x/y'] } };
    await write(blocked);
    expect(view.get('a', object('1')).object).toEqual(blocked);
    await write({ ...rest, metadata: { ...deleting, finalizers: [] } });
    expect(view.get('a', object('1')).object).toBeUndefined();
    expect(view.get('a', object('3')).object).toEqual(object('3'));
  });

  it('expires, because a watch may never show an object that was created and deleted', () => {
    let now = 0;
    const view = new MutationCache(() => now);
    view.recordWrite('a', undefined, object('1'));
    expect(view.get('a', undefined).expiresInMs).toBe(10_000);
    now = 10_000;
    expect(view.get('a', undefined)).toEqual({ object: undefined });
  });

  it('recognizes the event of its own last write, once', () => {
    const view = new MutationCache();
    view.recordWrite('a', object('1'), object('2'));
    view.recordWrite('a', object('1'), object('3'));
    expect(view.observe('a', object('2'))).toBe(false);
    expect(view.observe('a', object('3'))).toBe(true);
    expect(view.observe('a', object('3'))).toBe(false);
    expect(view.get('a', object('3'))).toEqual({ object: object('3') });
  });

  it('treats an earlier write as older also when its event arrived during a later one', () => {
    const view = new MutationCache();
    view.recordWrite('a', object('1'), object('2'));
    // The next write begins here, planned from 2, while the cache has 1.
    expect(view.observe('a', object('2'))).toBe(true);
    view.recordWrite('a', object('1'), object('3'), object('2'));
    expect(view.get('a', object('2')).object).toEqual(object('3'));
    expect(view.observe('a', object('3'))).toBe(true);
  });
});
