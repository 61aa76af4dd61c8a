import { getEventListeners } from 'node:events';
import {
  setImmediate as nextTurn,
  setTimeout as delay,
} from 'node:timers/promises';
import { rejectOnAbort, waitMs } from './wait';

describe('waitMs', () => {
  it.each([2 ** 31, Infinity])(
    'waits as long as a timer can for %d ms, instead of no time',
    async ms => {
      const stop = new AbortController();
      const waiting = waitMs(ms, stop.signal).then(() => 'over');
      expect(await Promise.race([waiting, delay(50, 'it waits')])).toBe(
        'it waits',
      );
      stop.abort();
      expect(await waiting).toBe('over');
    },
  );
});

describe('rejectOnAbort', () => {
  const reason = new Error('changed my mind');

  it('settles like the promise without a signal, and with one that does not abort', async () => {
    const { signal } = new AbortController();
    expect(await rejectOnAbort(Promise.resolve(1))).toBe(1);
    expect(await rejectOnAbort(Promise.resolve(1), signal)).toBe(1);
    await expect(rejectOnAbort(Promise.reject(reason), signal)).rejects.toBe(
      reason,
    );
  });

  it.each(['before', 'after'])(
    'rejects with the reason of a signal that aborts %s the call, and handles a later rejection of the promise',
    async when => {
      const stop = new AbortController();
      let fail: (reason: Error) => void = () => {};
      const late = new Promise<void>((_resolve, reject) => {
        fail = reject;
      });
      if (when === 'before') stop.abort(reason);
      const waiting = rejectOnAbort(late, stop.signal);
      stop.abort(reason);
      await expect(waiting).rejects.toBe(reason);
      fail(new Error('late rejection'));
      // An unhandled rejection would fail the test before the next turn.
      await nextTurn();
    },
  );

  it('leaves no listener', async () => {
    const { signal } = new AbortController();
    await rejectOnAbort(Promise.resolve(), signal);
    await nextTurn();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
