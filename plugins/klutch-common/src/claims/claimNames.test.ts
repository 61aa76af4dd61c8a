import { joinClaimName, timestampedName } from './claimNames';

const at = new Date(Date.UTC(2026, 0, 31, 14, 23, 5, 123));

describe('timestampedName', () => {
  it('adds the time in UTC', () => {
    expect(timestampedName('orders-db', at)).toBe('orders-db-20260131-142305');
  });

  it('numbers all but the first of the same time', () => {
    expect(timestampedName('orders-db', at, 0)).toBe(
      'orders-db-20260131-142305',
    );
    expect(timestampedName('orders-db', at, 1)).toBe(
      'orders-db-20260131-142305-2',
    );
  });

  it('shortens a long name, so that the result is a valid name', () => {
    const name = timestampedName(`${'x'.repeat(46)}-${'y'.repeat(17)}`, at);
    expect(name).toBe(`${'x'.repeat(46)}-20260131-142305`);
    expect(timestampedName('x'.repeat(63), at, 1)).toHaveLength(63);
  });
});

it('joinClaimName keeps the end whole', () => {
  expect(joinClaimName('orders', 'app')).toBe('orders-app');
  expect(joinClaimName('x'.repeat(63), 'app')).toBe(`${'x'.repeat(59)}-app`);
  const dotted = `${'x'.repeat(58)}.${'y'.repeat(4)}`;
  expect(joinClaimName(dotted, 'app')).toBe(`${'x'.repeat(58)}-app`);
});
