import { Client, credentials } from '@grpc/grpc-js';
import { createAuthority, issueCertificate } from '@klutch/local-processes';
import type { KeyPair } from '@klutch/local-processes';
import {
  functionRunnerService,
  type RunFunctionRequest,
  type RunFunctionResponse,
} from './protocol';
import { startFunction, type RunningFunction } from './startFunction';
import { fromStruct, toStruct } from './struct';

let authority: KeyPair;
let running: RunningFunction;

beforeAll(async () => {
  authority = await createAuthority('functions');
  const server = await issueCertificate(authority, {
    commonName: 'function',
    usage: 'server',
    hosts: [{ type: 'ip', value: '127.0.0.1' }],
  });
  running = await startFunction({ ca: authority.cert, ...server });
});

afterAll(() => running.stop());

async function call(
  request: RunFunctionRequest,
  identity?: KeyPair,
): Promise<RunFunctionResponse> {
  const client = new Client(
    running.endpoint,
    credentials.createSsl(
      Buffer.from(authority.cert),
      identity && Buffer.from(identity.key),
      identity && Buffer.from(identity.cert),
    ),
  );
  const { path, requestSerialize, responseDeserialize } =
    functionRunnerService.runFunction!;
  try {
    return await new Promise((resolve, reject) =>
      client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        (error, response) =>
          error ? reject(error) : resolve(response as RunFunctionResponse),
      ),
    );
  } finally {
    client.close();
  }
}

const crossplane = () =>
  issueCertificate(authority, { commonName: 'crossplane', usage: 'client' });

const request = (patch: object): RunFunctionRequest => ({
  meta: { tag: 'tag-1' },
  observed: {
    composite: {
      resource: toStruct({
        apiVersion: 'example.org/v1',
        kind: 'XThing',
        spec: { size: 3, on: true, list: [1, 'a', null], nothing: null },
      }),
    },
  },
  input: toStruct({
    resources: [
      { name: 'thing', base: { kind: 'Thing', spec: {} }, patches: [patch] },
    ],
  }),
});

const copySpec = {
  type: 'FromCompositeFieldPath',
  fromFieldPath: 'spec',
  toFieldPath: 'spec.copy',
};

describe('the served function', () => {
  it('composes resources, with values of every type', async () => {
    const response = await call(request(copySpec), await crossplane());
    expect(response.meta).toMatchObject({ tag: 'tag-1', ttl: { seconds: 60 } });
    expect(response.results).toBeUndefined();
    const { resource, ready } = response.desired?.resources?.thing ?? {};
    expect(ready).toBe(2);
    expect(fromStruct(resource)).toEqual({
      kind: 'Thing',
      spec: {
        copy: { size: 3, on: true, list: [1, 'a', null], nothing: null },
      },
    });
    expect(fromStruct(response.desired?.composite?.resource)).toEqual({
      apiVersion: 'example.org/v1',
      kind: 'XThing',
    });
  });

  it('answers a Composition beyond its means with a fatal result for the claim, and no resources', async () => {
    const response = await call(
      request({ type: 'CombineFromComposite', combine: {} }),
      await crossplane(),
    );
    expect(response.desired).toBeUndefined();
    expect(response.results).toEqual([
      {
        severity: 1,
        target: 2,
        message: expect.stringMatching(/A patch of thing has combine/),
      },
    ]);
  });

  it.each([
    [
      'composed resources',
      { resources: { other: { resource: toStruct({}) } } },
    ],
    ['set fields of the composite', { composite: { resource: toStruct({}) } }],
  ])('refuses a pipeline whose earlier step %s', async (_, desired) => {
    const response = await call(
      { ...request(copySpec), desired },
      await crossplane(),
    );
    expect(response.desired).toBeUndefined();
    expect(response.results).toEqual([
      {
        severity: 1,
        target: 2,
        message: expect.stringMatching(/must be the first step/),
      },
    ]);
  });

  it('refuses clients without a certificate of its authority', async () => {
    await expect(call(request(copySpec))).rejects.toThrow(/UNAVAILABLE/);
    const stranger = await issueCertificate(await createAuthority('other'), {
      commonName: 'crossplane',
      usage: 'client',
    });
    await expect(call(request(copySpec), stranger)).rejects.toThrow(
      /UNAVAILABLE/,
    );
  });
});
