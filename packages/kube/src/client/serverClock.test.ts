import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { ApiError } from '../errors';
import type { KubeClient } from './KubeClient';
import {
  clockDriftMs,
  readHttpClock,
  readSelfReview,
  readServerClock,
} from './serverClock';

const clientWith = (raw: () => Promise<unknown>) =>
  ({ raw }) as unknown as KubeClient;

it.each([
  [0, 0],
  [-900, 0],
  [5_500, 5_000],
  [-61_000, -60_000],
])('of a difference of %d ms, %d ms are drift', (ms, drift) => {
  const nowMs = Date.parse('2026-01-10T00:00:00Z');
  expect(
    clockDriftMs({
      serverMs: nowMs + ms,
      sentMs: nowMs,
      receivedMs: nowMs + 500,
    }),
  ).toBe(drift);
});

it('reads who the client is and the clock of an API server', async () => {
  const client = clientWith(async () => ({
    metadata: { creationTimestamp: '2026-01-10T00:00:00Z' },
    status: { userInfo: { username: 'klutch-portal' } },
  }));
  expect(await readSelfReview(client)).toMatchObject({ user: 'klutch-portal' });
  expect(await readServerClock(client)).toMatchObject({
    serverMs: Date.parse('2026-01-10T00:00:00Z'),
  });
});

it('has no clock of servers that do not tell the time', async () => {
  const notServed = new ApiError({
    code: 404,
    reason: 'NotFound',
    message: '',
  });
  expect(
    await readServerClock(clientWith(() => Promise.reject(notServed))),
  ).toBeUndefined();
  expect(
    await readServerClock(clientWith(async () => ({ metadata: {} }))),
  ).toBeUndefined();
});

it('reads the Date header of an HTTP server', async () => {
  let date: string | undefined = 'Sat, 10 Jan 2026 00:00:00 GMT';
  const server = createServer((_, response) => {
    response.sendDate = false;
    if (date) response.setHeader('Date', date);
    response.end('x');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}`);
  try {
    expect(await readHttpClock(url)).toMatchObject({
      serverMs: Date.parse(date),
    });
    date = undefined;
    expect(await readHttpClock(url)).toBeUndefined();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
