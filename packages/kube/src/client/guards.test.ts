import { getEventListeners } from 'node:events';
import { ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core } from '../resources';
import { ConfigMap } from '../coreTypes';
import { RateLimiter } from '../rate/RateLimiter';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { answerObject, answerStatus } from './__testUtils__/StubServer';
import { useStub } from './__testUtils__/useStub';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';

const fixture = useStub({ rateLimiter: 'unlimited' });

/** A guard that counts its checks and can be made to refuse. */
function makeGuard() {
  const ended = new AbortController();
  const guard = {
    checks: 0,
    refusal: undefined as Error | undefined,
    signal: ended.signal,
    end: (reason: Error) => ended.abort(reason),
    check() {
      guard.checks += 1;
      if (guard.refusal) throw guard.refusal;
    },
  };
  return guard;
}

const key = { namespace: 'n', name: 'a' };
const configMap: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: key,
};
const create = (on: KubeClient) => on.create(core.configMaps, configMap);

const writes: [string, (on: KubeClient) => Promise<unknown>][] = [
  ['create', create],
  [
    'apply',
    on => on.apply(core.configMaps, configMap, { fieldManager: 'one' }),
  ],
  ['mergePatch', on => on.mergePatch(core.configMaps, key, {})],
  ['delete', on => on.delete(core.configMaps, key)],
  ['createToken', on => on.createToken(key, { expirationSeconds: 600 })],
  ['raw PUT', on => on.raw('PUT', '/x', {})],
];

const question = { verb: 'get', group: '', resource: 'secrets' };
const reads: [string, (on: KubeClient) => Promise<unknown>][] = [
  ['get', on => on.get(core.configMaps, key)],
  ['list', on => on.list(core.configMaps)],
  ['canI', on => on.canI(question)],
  ['discover', on => on.discover('', 'v1')],
  ['raw GET', on => on.raw('GET', '/x')],
];

describe('a guarded client', () => {
  it.each(writes)('checks before: %s', async (_name, write) => {
    const guard = makeGuard();
    await write(fixture.client.guarded(guard));
    expect(guard.checks).toBe(1);
  });

  it.each(writes)('sends nothing when refused: %s', async (_name, write) => {
    const guard = makeGuard();
    guard.refusal = new Error('no longer leading');
    expect(await rejection(write(fixture.client.guarded(guard)))).toBe(
      guard.refusal,
    );
    expect(fixture.stub.requests).toEqual([]);
    await write(fixture.client);
    expect(fixture.stub.requests).toHaveLength(1);
  });

  it.each(reads)('does not check before: %s', async (_name, read) => {
    const guard = makeGuard();
    guard.refusal = new Error('no longer leading');
    guard.end(guard.refusal);
    await read(fixture.client.guarded(guard));
    expect(guard.checks).toBe(0);
    expect(fixture.stub.requests).toHaveLength(1);
  });

  it('checks after the rate limiter', async () => {
    const guard = makeGuard();
    const rateLimiter: RateLimiter = {
      async acquire() {
        guard.refusal = new Error('lost meanwhile');
      },
      observe() {},
      qps: 1,
    };
    const slow = createClient(fixture.stub.kubeConfig(), { rateLimiter });
    expect(await rejection(create(slow.guarded(guard)))).toBe(guard.refusal);
    expect(fixture.stub.requests).toEqual([]);
    await slow.close();
  });

  it('checks after writes have waited for a connection', async () => {
    const waiting: ServerResponse[] = [];
    fixture.stub.answer = (_request, response) => waiting.push(response);
    const guard = makeGuard();
    const guarded = fixture.client.guarded(guard);
    const results = Array.from({ length: 40 }, () => create(guarded)).map(
      write => rejection(write),
    );
    await eventually('all connections are in use', () => waiting.length === 32);
    guard.refusal = new Error('lost meanwhile');
    fixture.stub.answer = answerObject;
    for (const response of waiting) answerObject(response.req, response);
    const refused = (await Promise.all(results)).filter(Boolean);
    expect(refused).toEqual(Array(8).fill(guard.refusal));
    expect(fixture.stub.requests).toHaveLength(32);
  });

  it('checks again before a repetition after 401', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const tokenFile = join(dir, 'token');
    await writeFile(tokenFile, 'old');
    const authProvider = { name: 'tokenFile', config: { tokenFile } };
    const signedIn = createClient(fixture.stub.kubeConfig({ authProvider }));
    const guard = makeGuard();
    fixture.stub.answer = (_request, response) => {
      guard.refusal = new Error('lost meanwhile');
      writeFile(tokenFile, 'new').then(() =>
        answerStatus(response, 401, 'Unauthorized'),
      );
    };
    expect(await rejection(create(signedIn.guarded(guard)))).toBe(
      guard.refusal,
    );
    expect(guard.checks).toBe(2);
    expect(fixture.stub.requests).toHaveLength(1);
    await signedIn.close();
    await rm(dir, { recursive: true });
  });

  it('aborts running writes when the guard aborts, with its reason', async () => {
    fixture.stub.answer = () => {};
    const guard = makeGuard();
    const write = rejection(create(fixture.client.guarded(guard)));
    await eventually(
      'the server has received the write',
      () => fixture.stub.requests.length === 1,
    );
    const reason = new Error('lease lost');
    guard.end(reason);
    expect(await write).toBe(reason);
    expect(await rejection(create(fixture.client.guarded(guard)))).toBe(reason);
    expect(fixture.stub.requests).toHaveLength(1);
  });

  it('leaves no listeners on the signals', async () => {
    const guard = makeGuard();
    const { signal } = new AbortController();
    const guarded = fixture.client.guarded(guard);
    for (let count = 0; count < 3; count += 1) {
      await guarded.create(core.configMaps, configMap, { signal });
    }
    expect(getEventListeners(guard.signal, 'abort')).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each<[string, (guard: ReturnType<typeof makeGuard>) => KubeClient]>([
    [
      'as',
      guard => fixture.client.guarded(guard).as({ user: 'u', groups: [] }),
    ],
    [
      'guarded',
      guard => fixture.client.as({ user: 'u', groups: [] }).guarded(guard),
    ],
    ['twice', guard => fixture.client.guarded(guard).guarded(makeGuard())],
    [
      'twice, other way',
      guard => fixture.client.guarded(makeGuard()).guarded(guard),
    ],
  ])('passes its guard to derived clients: %s', async (_name, derive) => {
    const guard = makeGuard();
    const derived = derive(guard);
    await create(derived);
    guard.refusal = new Error('no');
    expect(await rejection(create(derived))).toBe(guard.refusal);
    expect(fixture.stub.requests).toHaveLength(1);
  });
});
