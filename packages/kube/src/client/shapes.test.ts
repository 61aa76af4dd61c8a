import { rejection } from '../testing/rejection';
import { core } from '../resources';
import { Answerer, StubServer } from './__testUtils__/StubServer';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';

let stub: StubServer;
let client: KubeClient;

beforeEach(async () => {
  stub = await StubServer.start();
  client = createClient(stub.kubeConfig());
});
afterEach(async () => {
  await client.close();
  await stub.stop();
});

const key = { namespace: 'team-a', name: 'a' };
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { ...key },
};

const calls: Record<string, () => Promise<unknown>> = {
  get: () => client.get(core.secrets, key),
  list: () => client.list(core.secrets),
  create: () => client.create(core.secrets, secret),
  apply: () => client.apply(core.secrets, secret, { fieldManager: 'test' }),
  mergePatch: () => client.mergePatch(core.secrets, key, {}),
  delete: () => client.delete(core.secrets, key),
  discover: () => client.discover('', 'v1'),
  canI: () => client.canI({ verb: 'get', group: '', resource: 'secrets' }),
  createToken: () => client.createToken(key, { expirationSeconds: 600 }),
};

const answering =
  (type: string, body: string): Answerer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  };

const answers: Record<string, Answerer> = {
  'a page of a proxy': answering('text/html', '<html>Sign in</html>'),
  'other JSON': answering('application/json', '{"hello":"world"}'),
  nothing: answering('application/json', 'null'),
  'a JSON array': answering('application/json', '[]'),
};

describe.each(Object.entries(answers))('%s with code 200', (_name, answer) => {
  it.each(Object.entries(calls))('is no answer to %s', async (_call, call) => {
    stub.answer = answer;
    const error = await rejection(call());
    expect(error).toMatchObject({
      name: 'ConnectionError',
      failure: 'garbled',
    });
  });

  it('is what raw asks for', async () => {
    stub.answer = answer;
    await expect(client.raw('GET', '/version')).resolves.not.toBeUndefined();
  });
});

it('takes the null of an empty list in Go', async () => {
  stub.answer = answering(
    'application/json',
    '{"metadata":{"resourceVersion":"7"},"items":null}',
  );
  expect(await client.list(core.secrets)).toEqual({
    items: [],
    resourceVersion: '7',
  });
});
