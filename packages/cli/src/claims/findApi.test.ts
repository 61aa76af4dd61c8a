import { claimApiOf, type ClaimApi } from './ClaimApi';
import { findApi, splitTypeAndName } from './findApi';

const api = (group: string, name: string, kind: string, short: string[]) =>
  claimApiOf(
    { group, version: 'v1' },
    { name, kind, namespaced: true, shortNames: short, categories: ['claim'] },
    {},
  ) as ClaimApi;

const sql = api('a.io', 'sqlinstances', 'SqlInstance', ['sq']);
const other = api('b.io', 'sqlinstances', 'SqlInstance', []);
const queue = api('a.io', 'queues', 'Queue', []);

it.each([
  'sqlinstances',
  'sqlinstance',
  'SqlInstance',
  'sq',
  'SQ',
  'sql',
  'sqlinstances.a.io',
])('finds a service by the name %s', name => {
  expect(findApi([sql, queue], name)).toBe(sql);
});

it('says how to choose between services of one name', () => {
  expect(() => findApi([sql, other], 'sqlinstance')).toThrow(
    '"sqlinstance" is ambiguous. Use one of: sqlinstances.a.io, sqlinstances.b.io.',
  );
  expect(findApi([sql, other], 'sqlinstances.b.io')).toBe(other);
});

it('says how to get services when there are none', () => {
  expect(() => findApi([], 'sql')).toThrow('kubectl klutch bind <url>');
});

it('splits a type from a name', () => {
  expect(splitTypeAndName('sq/a')).toEqual({ type: 'sq', name: 'a' });
  expect(splitTypeAndName('a')).toEqual({ name: 'a' });
});

it.each([
  [{ properties: { instanceRef: {}, backupRef: {} } }, 'x', 'restore'],
  [{ properties: { instanceRef: {} } }, 'cachebackups', 'backup'],
  [{ properties: { instanceRef: {} } }, 'cachebindings', 'binding'],
  [{ properties: { service: {}, plan: {} } }, 'caches', 'instance'],
  [{ properties: { size: {} } }, 'widgets', undefined],
])('reads the type of claims from %j of %s: %s', (spec, name, expected) => {
  const resource = { name, kind: 'X', namespaced: true };
  const schema = { properties: { spec } };
  expect(
    claimApiOf({ group: 'a.io', version: 'v1' }, resource, schema)?.type,
  ).toBe(expected);
});
