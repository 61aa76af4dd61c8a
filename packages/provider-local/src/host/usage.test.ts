import { isNotableChange } from './usage';

const usage = {
  storageBytes: 500,
  storageLimitBytes: 1_000,
  connections: 10,
  connectionLimit: 100,
};

it.each([
  ['the same', {}, false],
  ['less than a hundredth of the storage', { storageBytes: 509 }, false],
  ['a hundredth of the storage', { storageBytes: 510 }, true],
  ['less storage', { storageBytes: 100 }, true],
  ['less than a twentieth of the connections', { connections: 14 }, false],
  ['a twentieth of the connections', { connections: 15 }, true],
  ['no connection any more', { connections: 0 }, true],
  ['another plan', { storageLimitBytes: 2_000 }, true],
  ['another limit of connections', { connectionLimit: 50 }, true],
  [
    'a figure that the server no longer reports',
    { connections: undefined },
    true,
  ],
])('%s', (_, change, isNotable) => {
  expect(isNotableChange(usage, { ...usage, ...change })).toBe(isNotable);
});

it('the first figures are reported', () => {
  expect(isNotableChange({}, usage)).toBe(true);
  expect(isNotableChange({}, {})).toBe(false);
});
