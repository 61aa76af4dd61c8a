import { InexactNumberError } from '../InexactNumberError';
import { defineResource } from '../resources';
import { KubeObject } from '../types';
import { useStub } from './__testUtils__/useStub';
import { rejectUnsafeIntegers } from './exactNumbers';

describe('a number that is read and written again', () => {
  const key = { namespace: 'team-a', name: 'a' };
  const bigs = defineResource<KubeObject & { spec: object }>({
    group: 'testing.example',
    version: 'v1',
    plural: 'bigs',
    kind: 'Big',
    namespaced: true,
  });
  const fixture = useStub();

  it('is not written with other digits: the call is refused with the field', async () => {
    fixture.stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        '{"apiVersion":"testing.example/v1","kind":"Big","metadata":{"namespace":"team-a","name":"a"},"spec":{"list":[{"n":9007199254740993}]}}',
      );
    };
    const big = await fixture.client.get(bigs, key);
    if (!big) throw new Error('there must be one');
    const message =
      'The field spec.list.0.n holds a whole number beyond 2^53, which JavaScript cannot hold exactly. The object was not written.';
    const writes = [
      () => fixture.client.create(bigs, big),
      () => fixture.client.apply(bigs, big, { fieldManager: 'test' }),
      () => fixture.client.mergePatch(bigs, key, { spec: big.spec }),
      () => fixture.client.raw('POST', '/x', big),
    ];
    for (const write of writes) {
      await expect(write()).rejects.toThrow(message);
    }
    expect(fixture.stub.requests).toHaveLength(1);
  });

  it('is written where the call allows lost digits', async () => {
    const written = {
      apiVersion: 'testing.example/v1',
      kind: 'Big',
      metadata: key,
      spec: { n: 2 ** 53 },
    };
    fixture.stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(written));
    };
    const inexactNumbers = true;
    await fixture.client.create(bigs, written, { inexactNumbers });
    await fixture.client.apply(bigs, written, {
      fieldManager: 'test',
      inexactNumbers,
    });
    await fixture.client.mergePatch(bigs, key, written, { inexactNumbers });
    expect(fixture.stub.requests).toHaveLength(3);
  });
});

it.each([
  9007199254740992, -9007199254740992, 9223372036854775807,
  -9223372036854775808, 18446744073709551615,
])('refuses %d', n => {
  expect(() => rejectUnsafeIntegers({ spec: { n } })).toThrow(
    InexactNumberError,
  );
});

it.each([
  undefined,
  null,
  '9007199254740993',
  9007199254740991,
  -9007199254740991,
  0.1,
  1e300,
  9007199254740993.5 / 4,
])('accepts %p', n => {
  expect(() => rejectUnsafeIntegers({ spec: { n, list: [n] } })).not.toThrow();
});

it('accepts schemas, whose bounds are floating-point numbers on servers', () => {
  const n = { type: 'integer', maximum: 9223372036854775807 };
  const schema = { openAPIV3Schema: { properties: { n } } };
  expect(() =>
    rejectUnsafeIntegers({ spec: { versions: [{ schema }] } }),
  ).not.toThrow();
});
