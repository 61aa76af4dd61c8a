import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ConnectionError } from '../errors';
import { guardedLookup } from '../kubeConfigSanitizer/guardedLookup';
import { kubeConfigPolicies } from '../kubeConfigSanitizer/KubeConfigPolicy';
import { RateLimiter, RateObservation } from '../rate/RateLimiter';
import { core } from '../resources';
import type { KubeMetrics } from '../KubeMetrics';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import {
  answerJson,
  answerObject,
  answerStatus,
  StubServer,
} from './__testUtils__/StubServer';
import { useTracing } from '../__testUtils__/tracing';
import { ClientOptions } from './ClientOptions';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';

const spans = useTracing();
let stub: StubServer;
let clients: KubeClient[];

beforeEach(async () => {
  stub = await StubServer.start();
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map(client => client.close()));
  await stub.stop();
});

function makeClient(options: ClientOptions = {}, user = {}): KubeClient {
  const client = createClient(stub.kubeConfig(user), options);
  clients.push(client);
  return client;
}

const key = { namespace: 'team-a', name: 'password-of-bob' };

const readWatch = async (client: KubeClient) => {
  const events = client.watch(core.secrets, { resourceVersion: '1' });
  for await (const event of events) expect(event.type).toBe('BOOKMARK');
};

const answerWatch = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end('{"type":"BOOKMARK","object":{"metadata":{}}}\n');
};

describe('the rate limiter of a client', () => {
  function makeLimiter() {
    const observed: RateObservation[] = [];
    const limiter = {
      acquired: 0,
      observed,
      qps: 1,
      async acquire(_signal?: AbortSignal) {
        limiter.acquired += 1;
      },
      observe: (observation: RateObservation) =>
        void observed.push(observation),
    };
    return limiter satisfies RateLimiter;
  }

  it('is awaited before each request, streams too, and observes each response', async () => {
    const rateLimiter = makeLimiter();
    const client = makeClient({ rateLimiter });
    await client.get(core.secrets, key);
    await client.as({ user: 'u', groups: [] }).delete(core.secrets, key);
    stub.answer = (_request, response) => answerWatch(response);
    await readWatch(client);
    expect(rateLimiter.acquired).toBe(3);
    expect(rateLimiter.observed).toEqual([
      { code: 200 },
      { code: 200 },
      { code: 200 },
    ]);
  });

  it.each([
    ['seconds', '7', 7],
    ['a date', new Date(Date.now() + 60_000).toUTCString(), 60],
  ])('learns Retry-After as %s', async (_form, header, seconds) => {
    const rateLimiter = makeLimiter();
    const client = makeClient({ rateLimiter });
    stub.answer = (_request, response) =>
      answerStatus(response, 429, 'TooManyRequests', { 'retry-after': header });
    const error = await rejection(client.get(core.secrets, key));
    const [observation] = rateLimiter.observed;
    expect(observation?.code).toBe(429);
    expect(observation?.retryAfterSeconds).toBeGreaterThanOrEqual(seconds - 2);
    expect(observation?.retryAfterSeconds).toBeLessThanOrEqual(seconds);
    expect(error).toMatchObject(observation ?? {});
  });

  it('observes a missing response', async () => {
    const rateLimiter = makeLimiter();
    const client = makeClient({ rateLimiter });
    stub.answer = (_request, response) => response.destroy();
    expect(await rejection(client.get(core.secrets, key))).toBeInstanceOf(
      ConnectionError,
    );
    expect(rateLimiter.observed).toEqual([{ code: 0 }]);
  });

  it('does not send a request that the caller aborts', async () => {
    const rateLimiter = makeLimiter();
    const stop = new AbortController();
    rateLimiter.acquire = async signal => {
      stop.abort(new Error('changed my mind'));
      signal?.throwIfAborted();
    };
    const client = makeClient({ rateLimiter });
    const { signal } = stop;
    await expect(client.get(core.secrets, key, { signal })).rejects.toThrow(
      'changed my mind',
    );
    expect(stub.requests).toEqual([]);
  });

  it('is separate by default: 200 at once, then 100 per second', async () => {
    const client = makeClient();
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: 221 }, () => client.get(core.secrets, key)),
    );
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(200);
  });
});

describe('the figures of a client', () => {
  function makeMetrics() {
    const figures = {
      requests: [] as [verb: string, code: number][],
      throttled: [] as number[],
    };
    const metrics: Pick<KubeMetrics, 'requested' | 'throttled'> = {
      requested(verb, code, seconds) {
        expect(seconds).toBeGreaterThan(0);
        figures.requests.push([verb, code]);
      },
      throttled: seconds => void figures.throttled.push(seconds),
    };
    return { figures, metrics: metrics as KubeMetrics };
  }

  it('are the verbs and codes of its requests, 0 without a response', async () => {
    const { figures, metrics } = makeMetrics();
    const client = makeClient({ metrics });
    await client.list(core.secrets);
    stub.answer = (_request, response) =>
      answerStatus(response, 409, 'Conflict');
    await rejection(client.mergePatch(core.secrets, key, {}));
    stub.answer = (_request, response) => response.destroy();
    await rejection(client.delete(core.secrets, key));
    stub.answer = (_request, response) => answerWatch(response);
    await readWatch(client);
    expect(figures.requests).toEqual([
      ['list', 200],
      ['patch', 409],
      ['delete', 0],
      ['watch', 200],
    ]);
  });

  it('count a wait only when a request waited for the rate limiter', async () => {
    const { figures, metrics } = makeMetrics();
    const client = makeClient({ metrics });
    await client.get(core.secrets, key);
    expect(figures.throttled).toEqual([]);
    const rateLimiter: RateLimiter = {
      acquire: () => new Promise(resolve => setTimeout(resolve, 20)),
      observe() {},
      qps: 1,
    };
    const held = makeClient({ metrics, rateLimiter });
    await held.get(core.secrets, key);
    expect(figures.throttled).toHaveLength(1);
    expect(figures.throttled[0]).toBeGreaterThan(0.015);
  });
});

describe('the traces of a client', () => {
  it('are one span per request, with verb, resource and code', async () => {
    const client = makeClient();
    await client.get(core.secrets, key);
    await client.raw('GET', '/readyz');
    stub.answer = (_request, response) => answerWatch(response);
    await readWatch(client);
    const finished = spans.getFinishedSpans();
    expect(
      finished.map(({ name, attributes }) => ({ name, attributes })),
    ).toEqual([
      {
        name: 'kube get secrets',
        attributes: { verb: 'get', resource: 'secrets', code: 200 },
      },
      { name: 'kube raw', attributes: { verb: 'raw', code: 200 } },
      {
        name: 'kube watch secrets',
        attributes: { verb: 'watch', resource: 'secrets', code: 200 },
      },
    ]);
  });

  it('record a failure without its content', async () => {
    const client = makeClient();
    stub.answer = (_request, response) =>
      answerStatus(response, 403, 'may not read password-of-bob');
    await rejection(client.get(core.secrets, key));
    stub.answer = (_request, response) => response.destroy();
    await rejection(client.get(core.secrets, key));
    const finished = spans.getFinishedSpans();
    expect(
      finished.map(({ attributes, status }) => [attributes.code, status]),
    ).toEqual([
      [403, { code: SpanStatusCode.ERROR }],
      [0, { code: SpanStatusCode.ERROR }],
    ]);
    const everything = finished.map(({ name, attributes, events, status }) =>
      JSON.stringify({ name, attributes, events, status }),
    );
    expect(everything.join()).not.toMatch(/bob|team-a/);
  });

  it('are children of the active span', async () => {
    const client = makeClient();
    await trace.getTracer('test').startActiveSpan('reconcile', async parent => {
      await client.list(core.secrets);
      const [child] = spans.getFinishedSpans();
      expect(child?.parentSpanContext?.spanId).toBe(
        parent.spanContext().spanId,
      );
      parent.end();
    });
  });
});

describe('a client', () => {
  it('retries with a new token all requests that were refused with the old one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const tokenFile = join(dir, 'token');
    await writeFile(tokenFile, 'old');
    const authProvider = { name: 'tokenFile', config: { tokenFile } };
    const client = makeClient({}, { authProvider });
    stub.answer = (request, response) =>
      request.headers.authorization === 'Bearer new'
        ? answerObject(request, response)
        : answerStatus(response, 401, 'Unauthorized');
    await rejection(client.get(core.secrets, key));
    await writeFile(tokenFile, 'new');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => client.get(core.secrets, key)),
    );
    expect(answers).toHaveLength(10);
    await rm(dir, { recursive: true });
  });

  it('retries with a new kubeconfig a request that was refused with the old one', async () => {
    const client = makeClient({}, { token: 'old' });
    const refused: ServerResponse[] = [];
    stub.answer = (request, response) => {
      if (request.headers.authorization === 'Bearer new') {
        answerObject(request, response);
      } else refused.push(response);
    };
    const underWay = client.get(core.secrets, key);
    await eventually(
      'the server has received the request',
      () => refused.length === 1,
    );
    const reconnected = client.reconnect(stub.kubeConfig({ token: 'new' }));
    for (const response of refused) answerStatus(response, 401, 'Unauthorized');
    expect(await underWay).toBeDefined();
    await reconnected;
  });

  it('calls the given lookup for each connection', async () => {
    const lookups: string[] = [];
    const lookup: LookupFunction = (hostname, options, callback) => {
      lookups.push(hostname);
      const address = '127.0.0.1';
      if (options.all) callback(null, [{ address, family: 4 }]);
      else callback(null, address, 4);
    };
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromClusterAndUser(
      {
        name: 'stub',
        server: stub.url.replace('127.0.0.1', 'localhost'),
        skipTLSVerify: false,
      },
      { name: 'somebody' },
    );
    const client = createClient(kubeConfig, { lookup });
    clients.push(client);
    await client.get(core.secrets, key);
    stub.answer = (_request, response) => answerWatch(response);
    await readWatch(client);
    expect(lookups).toEqual(['localhost', 'localhost']);
  });

  it('reports why the lookup refused the address', async () => {
    const kubeConfig = stub.kubeConfig();
    const server = 'https://example.org';
    kubeConfig.clusters = [{ name: 'stub', server, skipTLSVerify: false }];
    const client = createClient(kubeConfig, {
      lookup: guardedLookup(
        kubeConfigPolicies.strict,
        (_name, _options, found) =>
          found(null, [{ address: '127.0.0.1', family: 4 }]),
      ),
    });
    clients.push(client);
    expect(await rejection(client.get(core.secrets, key))).toMatchObject({
      failure: 'unreachable',
      errorCode: 'KUBECONFIG_REFUSED',
      message: expect.stringContaining('a loopback address'),
    });
  });

  it('reports missing credentials', async () => {
    const authProvider = { name: 'x', config: { tokenFile: '/not/there' } };
    const client = makeClient({}, { authProvider });
    expect(await rejection(client.get(core.secrets, key))).toMatchObject({
      name: 'ConnectionError',
      failure: 'credentials',
      message: expect.stringContaining('/not/there cannot be read'),
    });
    expect(stub.requests).toEqual([]);
  });

  it('reports a token that cannot be sent, without quoting it', async () => {
    const client = makeClient({}, { token: 'good' });
    const kubeConfig = stub.kubeConfig({ token: 'secret-word\nand more' });
    const error = await rejection(client.reconnect(kubeConfig));
    expect(error).toMatchObject({ failure: 'credentials', server: stub.url });
    expect(String(error)).not.toContain('secret-word');
    // Connections in use stay open.
    expect(await client.get(core.secrets, key)).toBeDefined();
  });

  it('quotes nothing of invalid JSON', async () => {
    const client = makeClient();
    stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"token":"secret-word"');
    };
    const error = await rejection(client.get(core.secrets, key));
    expect(error).toMatchObject({ failure: 'garbled' });
    expect(String(error)).not.toContain('secret-word');
  });

  it('closes once, after running requests, and refuses later requests', async () => {
    const client = makeClient();
    let finish = () => {};
    stub.answer = (_request, response) => {
      finish = () => answerJson(response, 200, { metadata: {} });
    };
    const underWay = client.get(core.secrets, key);
    await eventually(
      'the server has received the request',
      () => stub.requests.length === 1,
    );
    const closed = Promise.all([client.close(), client.close()]);
    finish();
    expect(await underWay).toBeDefined();
    await closed;
    expect(await rejection(client.get(core.secrets, key))).toMatchObject({
      failure: 'closed',
    });
  });

  it('closes after running requests on replaced connections', async () => {
    const client = makeClient();
    let finish = () => {};
    stub.answer = (_request, response) => {
      finish = () => answerJson(response, 200, { metadata: {} });
    };
    const underWay = client.get(core.secrets, key);
    await eventually(
      'the server has received the request',
      () => stub.requests.length === 1,
    );
    stub.answer = answerObject;
    const reconnected = client.reconnect(stub.kubeConfig());
    let isClosed = false;
    const closed = client.close().then(() => {
      isClosed = true;
    });
    // Gives a close that does not wait the time to finish.
    await makeClient().get(core.secrets, key);
    expect(isClosed).toBe(false);
    finish();
    expect(await underWay).toBeDefined();
    await Promise.all([closed, reconnected]);
  });

  it('ends streams that are not open yet when it is closed', async () => {
    const client = makeClient();
    stub.answer = () => {};
    const events = client.watch(core.secrets, { resourceVersion: '1' });
    const end = rejection(events[Symbol.asyncIterator]().next());
    await eventually(
      'the stream is requested',
      () => stub.requests.length === 1,
    );
    await client.close();
    expect(await end).toMatchObject({ failure: 'closed' });
  });

  it('ends streams when it is closed', async () => {
    const client = makeClient();
    stub.answer = (_request, response) => {
      response.writeHead(200);
      response.flushHeaders();
    };
    let isOpen = false;
    const events = client.watch(core.secrets, {
      resourceVersion: '1',
      onOpen: () => {
        isOpen = true;
      },
    });
    const end = rejection(events[Symbol.asyncIterator]().next());
    await eventually('the stream is open', () => isOpen);
    await client.close();
    expect(await end).toMatchObject({ failure: 'closed' });
  });
});
