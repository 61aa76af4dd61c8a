import { patchOf, settingChanges, settingText } from './settingChanges';

const before = {
  expose: 'Internal',
  roles: ['A', 'B'],
  parameters: { maxConnections: 100, tls: { mode: 'on' } },
};

it('compares objects field by field, and lists as a whole', () => {
  const after = {
    roles: ['B', 'A'],
    parameters: { maxConnections: 200, tls: { mode: 'on' }, workMem: '4MB' },
  };
  expect(settingChanges(before, after)).toEqual([
    { path: ['expose'], before: 'Internal', after: undefined },
    { path: ['roles'], before: ['A', 'B'], after: ['B', 'A'] },
    { path: ['parameters', 'maxConnections'], before: 100, after: 200 },
    { path: ['parameters', 'workMem'], before: undefined, after: '4MB' },
  ]);
  expect(settingChanges(before, before)).toEqual([]);
});

it('names the fields of a group that was added or removed', () => {
  const { parameters: _, ...without } = before;
  expect(settingChanges(before, without).map(({ path }) => path)).toEqual([
    ['parameters', 'maxConnections'],
    ['parameters', 'tls', 'mode'],
  ]);
});

it('makes a merge patch that removes what is missing', () => {
  const after = { ...before, expose: undefined, parameters: { tls: {} } };
  expect(patchOf(before, after)).toEqual({
    expose: null,
    parameters: { maxConnections: null, tls: { mode: null } },
  });
  expect(patchOf(before, before)).toEqual({});
});

it('removes an object that is gone as a whole, and adds one as a whole', () => {
  const s3 = { bucket: 'backups', region: 'eu' };
  const gcs = { bucket: 'backups' };
  expect(patchOf({ store: { s3 } }, { store: { gcs } })).toEqual({
    store: { s3: null, gcs },
  });
  expect(patchOf({ store: { s3 } }, {})).toEqual({ store: null });
});

it('writes values in one line', () => {
  expect(settingText('4MB')).toBe('4MB');
  expect(settingText([1, { a: true }])).toBe('[1,{"a":true}]');
  expect(settingText(undefined)).toBe(undefined);
});
