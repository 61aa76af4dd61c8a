import { ProviderError, readRetryAfter } from './providerRequest';
import { retryBusy } from './retryBusy';

const failure = (status: number, afterMs?: number) =>
  new ProviderError('', `status ${status}`, status, afterMs);

/** Fails with each of these errors, then succeeds. */
const failing = (...errors: Error[]) => {
  const left = [...errors];
  return jest.fn(async () => {
    const error = left.shift();
    if (error) throw error;
    return 'response';
  });
};

it('repeats a request while the provider is busy', async () => {
  const send = failing(failure(429), failure(503), failure(500, 0));
  expect(await retryBusy(send, { firstDelayMs: 1 })).toBe('response');
  expect(send).toHaveBeenCalledTimes(4);
});

it('waits as long as the provider asks, and not beyond the limit', async () => {
  const send = failing(failure(429, 30_000));
  const limits = { firstDelayMs: 1, limitMs: 20_000 };
  await expect(retryBusy(send, limits)).rejects.toThrow('status 429');
  expect(send).toHaveBeenCalledTimes(1);
});

it.each([failure(404), new Error('no answer')])(
  'does not repeat after: %s',
  async error => {
    const send = failing(error);
    await expect(retryBusy(send)).rejects.toBe(error);
    expect(send).toHaveBeenCalledTimes(1);
  },
);

it('ends with the signal', async () => {
  const signal = AbortSignal.timeout(5);
  const send = failing(failure(503, 60_000));
  await expect(retryBusy(send, { signal })).rejects.toThrow(/abort/);
});

it.each([
  ['7', 7_000],
  ['Sat, 10 Jan 2026 00:00:30 GMT', 30_000],
  ['Sat, 10 Jan 2025 00:00:00 GMT', 0],
  ['soon', undefined],
  [null, undefined],
])('reads the Retry-After %s', (header, expected) => {
  const now = Date.parse('2026-01-10T00:00:00Z');
  expect(readRetryAfter(header, now)).toBe(expected);
});
