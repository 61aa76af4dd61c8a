import { ServerResponse } from 'node:http';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { fakeTimeouts } from './__testUtils__/fakeTimeouts';
import { StubServer } from './__testUtils__/StubServer';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { WatchOptions } from './requestOptions';

// For busy machines.
jest.setTimeout(30_000);

const bookmark = '{"type":"BOOKMARK","object":{"metadata":{}}}\n';

let stub: StubServer;
let client: KubeClient;
/** Number of closed streams. */
let closed: number;

beforeEach(async () => {
  stub = await StubServer.start();
  client = createClient(stub.kubeConfig());
  closed = 0;
});
afterEach(async () => {
  jest.useRealTimers();
  await client.close();
  await stub.stop();
});

/** Sends a text now and then, without end. */
function repeat(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(text), 5);
  response.on('close', () => {
    clearInterval(timer);
    closed += 1;
  });
}

async function read(options: WatchOptions): Promise<number> {
  let events = 0;
  for await (const _event of client.watch(core.secrets, {
    resourceVersion: '1',
    ...options,
  })) {
    events += 1;
  }
  return events;
}

it.each(['\n', '\r\n', ' '])(
  'counts as dead when it receives nothing but %j',
  async text => {
    stub.answer = (_request, response) => repeat(response, text);
    expect(await rejection(read({ idleTimeoutMs: 200 }))).toMatchObject({
      name: 'ConnectionError',
      failure: 'timeout',
      message: expect.stringContaining('No event came'),
    });
    await eventually('the connection is closed', () => closed === 1);
  },
);

it('ends by itself when the server has not ended it 30 s after the requested time', async () => {
  stub.answer = (_request, response) => repeat(response, bookmark);
  fakeTimeouts();
  let ended = false;
  let opened = false;
  const onOpen = () => {
    opened = true;
  };
  const reading = read({ timeoutSeconds: 60, onOpen }).finally(() => {
    ended = true;
  });
  while (!opened) await new Promise(setImmediate);
  jest.advanceTimersByTime(89_999);
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await reading).toBeGreaterThanOrEqual(0);
  jest.useRealTimers();
  await eventually('the connection is closed', () => closed === 1);
  expect(stub.requests).toHaveLength(1);
});

it.each([NaN, Infinity, 0, 2 ** 31])(
  'refuses an idle timeout of %d',
  async idleTimeoutMs => {
    const opening = async () => read({ idleTimeoutMs });
    await expect(opening()).rejects.toThrow(
      `idleTimeoutMs is ${idleTimeoutMs}.`,
    );
    expect(stub.requests).toEqual([]);
  },
);
