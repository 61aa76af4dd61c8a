import { median, percentile, slope } from './statistics';

describe('median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
    [[], NaN],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [0, 1],
    [0.5, 50],
    [0.99, 99],
    [1, 100],
  ])('%d of 1 to 100 is %d', (fraction, expected) => {
    expect(percentile(hundred, fraction)).toBe(expected);
  });
});

describe('slope', () => {
  it('is that of a line, whatever its offset', () => {
    const line = [2, 3, 5, 9].map(x => ({ x, y: 7 - 0.5 * x }));
    expect(slope(line)).toBeCloseTo(-0.5);
  });

  it('is about zero for alternating values', () => {
    const waves = Array.from({ length: 40 }, (_, x) => ({ x, y: x % 2 }));
    expect(Math.abs(slope(waves))).toBeLessThan(0.01);
  });

  it('is not a number for a single point', () => {
    expect(slope([{ x: 1, y: 1 }])).toBeNaN();
  });
});
