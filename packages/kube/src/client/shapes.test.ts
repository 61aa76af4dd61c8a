import { rejection } from '../testing/rejection';
import { core } from '../resources';
import { Answerer } from './__testUtils__/StubServer';
import { useStub } from './__testUtils__/useStub';

const fixture = useStub();

const key = { namespace: 'team-a', name: 'a' };
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { ...key },
};

const calls: Record<string, () => Promise<unknown>> = {
  get: () => fixture.client.get(core.secrets, key),
  list: () => fixture.client.list(core.secrets),
  create: () => fixture.client.create(core.secrets, secret),
  apply: () =>
    fixture.client.apply(core.secrets, secret, { fieldManager: 'test' }),
  mergePatch: () => fixture.client.mergePatch(core.secrets, key, {}),
  delete: () => fixture.client.delete(core.secrets, key),
  discover: () => fixture.client.discover('', 'v1'),
  canI: () =>
    fixture.client.canI({ verb: 'get', group: '', resource: 'secrets' }),
  createToken: () =>
    fixture.client.createToken(key, { expirationSeconds: 600 }),
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
  it.each(Object.entries(calls))(
    'is refused as response to %s',
    async (_call, call) => {
      fixture.stub.answer = answer;
      const error = await rejection(call());
      expect(error).toMatchObject({
        name: 'ConnectionError',
        failure: 'garbled',
      });
    },
  );

  it('is accepted by raw', async () => {
    fixture.stub.answer = answer;
    await expect(
      fixture.client.raw('GET', '/version'),
    ).resolves.not.toBeUndefined();
  });
});

it('accepts null as an empty list, as Go writes it', async () => {
  fixture.stub.answer = answering(
    'application/json',
    '{"metadata":{"resourceVersion":"7"},"items":null}',
  );
  expect(await fixture.client.list(core.secrets)).toEqual({
    items: [],
    resourceVersion: '7',
  });
});
