import { writeFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { ApiError, ConnectionError } from '../errors';
import type { KubeMetrics } from '../KubeMetrics';
import { RateLimiter } from '../rate/RateLimiter';
import { core } from '../resources';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { fakeTimeouts } from './__testUtils__/fakeTimeouts';
import {
  answerObject,
  answerStatus,
  StubServer,
} from './__testUtils__/StubServer';
import { useExecPlugin } from './__testUtils__/useExecPlugin';
import { ClientOptions } from './ClientOptions';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';

// For busy machines.
jest.setTimeout(30_000);

let stub: StubServer;
let clients: KubeClient[];
/** Number of closed responses among those that never end. */
let closed: number;
let pouredBytes: number;

beforeEach(async () => {
  stub = await StubServer.start();
  clients = [];
  closed = 0;
  pouredBytes = 0;
});
afterEach(async () => {
  jest.useRealTimers();
  const closing = clients.map(client => client.close());
  await stub.stop();
  await Promise.all(closing);
});

function makeClient(options: ClientOptions): KubeClient {
  const client = createClient(stub.kubeConfig(), {
    rateLimiter: 'unlimited',
    ...options,
  });
  clients.push(client);
  return client;
}

const key = { namespace: 'n', name: 'a' };
const get = (client: KubeClient) => client.get(core.secrets, key);
const begin = (response: ServerResponse, code: number) =>
  response.writeHead(code, { 'content-type': 'application/json' });

/** Sends a byte now and then, without end. */
function trickle(response: ServerResponse, code: number): void {
  begin(response, code);
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => {
    clearInterval(timer);
    closed += 1;
  });
}

/** Sends as many bytes as the client accepts, without end. */
function pour(response: ServerResponse, code: number): void {
  begin(response, code);
  const piece = Buffer.alloc(64 * 1024, ' ');
  const fill = () => {
    let isTaken = true;
    while (isTaken && !response.destroyed) {
      isTaken = response.write(piece);
      pouredBytes += piece.length;
    }
  };
  response.on('drain', fill);
  response.on('close', () => {
    closed += 1;
  });
  fill();
}

const waitForRequest = async (requests: number) => {
  while (stub.requests.length < requests) await new Promise(setImmediate);
};

const late = {
  name: 'ConnectionError',
  failure: 'timeout',
  message: expect.stringContaining('did not finish within 200 ms'),
};

describe('the time limit of a request', () => {
  it.each([
    ['a success', 200],
    ['a refusal', 500],
  ])('ends %s that trickles', async (_what, code) => {
    const client = makeClient({ requestTimeoutMs: 200 });
    stub.answer = (_request, response) => trickle(response, code);
    expect(await rejection(get(client))).toMatchObject(late);
    await eventually('the connection is closed', () => closed === 1);
  });

  it('ends requests without a response, and those that wait for a connection behind them', async () => {
    const codes: number[] = [];
    const metrics: Pick<KubeMetrics, 'requested' | 'throttled'> = {
      requested: (_verb, code) => void codes.push(code),
      throttled() {},
    };
    const client = makeClient({
      requestTimeoutMs: 200,
      metrics: metrics as KubeMetrics,
    });
    stub.answer = () => {};
    fakeTimeouts();
    const ending = Promise.all(
      Array.from({ length: 40 }, () => rejection(get(client))),
    );
    await waitForRequest(32);
    // Advances at once: a request with time left may take a connection that another one has released.
    jest.advanceTimersByTime(200);
    expect(await ending).toEqual(Array(40).fill(expect.objectContaining(late)));
    expect(codes).toEqual(Array(40).fill(0));
    stub.answer = answerObject;
    await get(client);
    expect(stub.requests).toHaveLength(33);
  });

  it('does not count the wait for the rate limiter', async () => {
    const rateLimiter: RateLimiter = {
      acquire: () => new Promise(resolve => setTimeout(resolve, 1_100)),
      observe() {},
      qps: 1,
    };
    const client = makeClient({ requestTimeoutMs: 1_000, rateLimiter });
    expect(await get(client)).toBeDefined();
  });

  it('keeps the reason of a caller that aborts', async () => {
    const client = makeClient({});
    const stop = new AbortController();
    stub.answer = (_request, response) => {
      trickle(response, 200);
      stop.abort(new Error('changed my mind'));
    };
    const { signal } = stop;
    await expect(client.get(core.secrets, key, { signal })).rejects.toThrow(
      'changed my mind',
    );
  });

  it('ends a watch whose error response trickles', async () => {
    const client = makeClient({ requestTimeoutMs: 200 });
    stub.answer = (_request, response) => trickle(response, 500);
    const events = client.watch(core.secrets, { resourceVersion: '1' });
    expect(
      await rejection(events[Symbol.asyncIterator]().next()),
    ).toMatchObject(late);
  });

  it('does not apply to an open watch', async () => {
    const client = makeClient({ requestTimeoutMs: 1_000 });
    stub.answer = (_request, response) => {
      begin(response, 200);
      response.flushHeaders();
      setTimeout(() => {
        response.end('{"type":"BOOKMARK","object":{"metadata":{}}}\n');
      }, 1_100);
    };
    const types: string[] = [];
    const events = client.watch(core.secrets, { resourceVersion: '1' });
    for await (const { type } of events) types.push(type);
    expect(types).toEqual(['BOOKMARK']);
  });
});

describe('the time limit of a request whose credentials take long', () => {
  const program = useExecPlugin();
  const signInClient = () => {
    const client = createClient(stub.kubeConfig({ exec: program.exec() }), {
      rateLimiter: 'unlimited',
      requestTimeoutMs: 1_000,
      policy: { exec: 'allow' },
    });
    clients.push(client);
    return client;
  };
  const waitForRuns = (count: number) =>
    eventually(
      'the program runs',
      async () => (await program.runs()).length === count,
    );

  it('ends the request', async () => {
    await program.write('exec sleep 10');
    fakeTimeouts();
    const ending = rejection(get(signInClient()));
    await waitForRuns(1);
    jest.advanceTimersByTime(1_000);
    expect(await ending).toMatchObject({
      failure: 'timeout',
      message: expect.stringContaining('did not finish within 1000 ms'),
    });
    expect(stub.requests).toEqual([]);
    jest.advanceTimersByTime(60_000);
  });

  it('does not count the renewal after a refusal', async () => {
    const dir = dirname(program.exec().command);
    const print = (token: string) =>
      `echo '{"status":{"token":"${token}"}}'; exit`;
    await program.write(
      `if [ $(wc -l < ${dir}/runs) = 1 ]; then ${print('one')}; fi`,
      `while [ ! -e ${dir}/go ]; do sleep 0.02; done; ${print('two')}`,
    );
    stub.answer = (request, response) =>
      request.headers.authorization === 'Bearer two'
        ? answerObject(request, response)
        : answerStatus(response, 401, 'Unauthorized');
    fakeTimeouts();
    const getting = get(signInClient());
    await waitForRuns(2);
    jest.advanceTimersByTime(1_000);
    await writeFile(join(dir, 'go'), '');
    expect(await getting).toBeDefined();
    expect(stub.requests).toHaveLength(2);
  });
});

describe('the length of a response', () => {
  it('is limited', async () => {
    const client = makeClient({ maxAnswerBytes: 1_000_000 });
    stub.answer = (_request, response) => pour(response, 200);
    const error = await rejection(get(client));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      failure: 'garbled',
      message: expect.stringContaining('more than 1000000 bytes'),
    });
    await eventually('the connection is closed', () => closed === 1);
  });

  it('is limited to 1 MiB for an error response, which is still reported', async () => {
    const client = makeClient({});
    stub.answer = (_request, response) => pour(response, 403);
    const error = await rejection(get(client));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 403, reason: 'Unknown' });
    // Buffers on the way hold more than is read.
    expect(pouredBytes).toBeLessThan(100 * 1024 * 1024);
    await eventually('the connection is closed', () => closed === 1);
  });

  it('does not truncate a shorter response', async () => {
    const client = makeClient({ maxAnswerBytes: 1_000_000 });
    const name = 'ä'.repeat(400_000);
    stub.answer = (_request, response) => {
      begin(response, 200);
      response.end(JSON.stringify({ metadata: { name } }));
    };
    expect((await get(client))?.metadata.name).toBe(name);
    stub.answer = (_request, response) => answerStatus(response, 403, 'No');
    expect(await rejection(get(client))).toMatchObject({ reason: 'No' });
  });
});
