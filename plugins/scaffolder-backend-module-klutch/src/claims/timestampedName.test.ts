import { timestampedName } from './timestampedName';

const at = new Date(Date.UTC(2026, 0, 31, 14, 23, 5, 123));

it('adds the time in UTC', () => {
  expect(timestampedName('orders-db', at)).toBe('orders-db-20260131-142305');
});

it('shortens a long name, so that the result is a valid name', () => {
  const name = timestampedName(`${'x'.repeat(46)}-${'y'.repeat(17)}`, at);
  expect(name).toBe(`${'x'.repeat(46)}-20260131-142305`);
});
