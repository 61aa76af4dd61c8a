import { ServerResponse } from 'node:http';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { StubServer } from './__testUtils__/StubServer';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { WatchOptions } from './requestOptions';

// For busy machines.
jest.setTimeout(30_000);

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
