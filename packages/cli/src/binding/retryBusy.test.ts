import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  LostConnection,
  ProviderError,
  readRetryAfter,
  requestJson,
} from './providerRequest';
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

it('repeats a request whose connection is lost, before and within the answer', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else if (requests === 2) {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => request.socket.destroy());
    } else response.end('{"kind":"BindingResponse"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  const send = () => requestJson(url, {});
  expect(await retryBusy(send, { firstDelayMs: 1 })).toEqual({
    kind: 'BindingResponse',
  });
  expect(requests).toBe(3);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  await expect(
    retryBusy(send, { firstDelayMs: 1, lostLimitMs: -1 }),
  ).rejects.toThrow(/cannot be reached .*ECONNREFUSED/);
});

it('names the status of a redirect, which is not followed', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: '/other' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(
    requestJson(new URL(`http://127.0.0.1:${port}`), {}),
  ).rejects.toThrow(/answered with status 302\. Check the address/);
  server.close();
  server.closeAllConnections();
});

it('counts the time without an answer from the last answer on', async () => {
  const lost = new LostConnection('no answer');
  const send = failing(lost, failure(503), lost, lost);
  const limits = { firstDelayMs: 1, lostLimitMs: 1_000 };
  expect(await retryBusy(send, limits)).toBe('response');
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
