import { StoreError } from '../errors/StoreError';
import { recordingLogger } from '../testing/__testUtils__/browser';
import type { ExpiringStores } from './ExpiringStore';
import { storeReadinessCheck } from './storeReadinessCheck';

it('reports whether the store is available, and logs each change once', async () => {
  const lines: string[] = [];
  const end = new AbortController();
  let asked = 0;
  let away: Error | undefined;
  const stores: ExpiringStores = {
    of: () => ({
      put: async () => undefined,
      take: async () => undefined,
      async get() {
        asked += 1;
        if (away) throw away;
        return undefined;
      },
    }),
  };
  const check = storeReadinessCheck(stores, {
    logger: recordingLogger(lines),
    signal: end.signal,
    intervalMs: 1,
  });
  expect(check.problem()).toBe('the store was not probed yet');
  const askedMore = async (times: number) => {
    const until = asked + times;
    while (asked < until) await new Promise(setImmediate);
  };
  await askedMore(2);
  expect(check.problem()).toBeUndefined();
  away = new StoreError('The database is away.');
  await askedMore(3);
  expect(check.problem()).toBe('The database is away.');
  away = undefined;
  await askedMore(3);
  expect(check.problem()).toBeUndefined();
  away = new TypeError('canary');
  await askedMore(3);
  expect(check.problem()).toBe('the store does not respond');
  end.abort();
  expect(lines.map(line => JSON.parse(line).message)).toEqual([
    'the sign-in store is unavailable',
    'the sign-in store is available again',
    'the sign-in store is unavailable',
  ]);
  expect(lines.join()).toContain('The database is away.');
  expect(lines.join()).not.toContain('canary');
});
