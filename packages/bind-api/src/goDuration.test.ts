import { formatGoDuration, parseGoDuration } from './goDuration';

describe('Go durations', () => {
  it.each([
    ['5m0s', 300_000],
    ['2m30s', 150_000],
    ['1h0m0s', 3_600_000],
    ['0s', 0],
    ['0', 0],
    ['1.5h', 5_400_000],
    ['250ms', 250],
    ['1500us', 1.5],
    ['.5s', 500],
    ['1.s', 1_000],
    ['2µs', 0.002],
    ['2μs', 0.002],
    ['2000ns', 0.002],
    ['+5m', 300_000],
    ['+0', 0],
    ['-0', 0],
    ['-0s', 0],
    ['000000000000000000000000000001s', 1_000],
    ['0.00000000000000000000000000000000000001h', 0],
    ['2562047h47m16.854775807s', 9_223_372_036_854.776],
    ['9223372036854775807ns', 9_223_372_036_854.776],
  ])('%s is %d ms', (text, milliseconds) => {
    expect(parseGoDuration(text)).toBe(milliseconds);
  });

  it.each([
    '',
    '5',
    '5 m',
    '-5s',
    'm5',
    '5d',
    '5m0',
    '.s',
    '+',
    '+-5s',
    '--0',
    '2562048h',
    '2562047h47m16.854775808s',
    '9223372036854775808ns',
    `${'9'.repeat(400)}h`,
  ])('%j is not a duration', text => {
    expect(parseGoDuration(text)).toBeUndefined();
  });

  it.each([
    [300_000, '5m0s'],
    [3_661_000, '1h1m1s'],
    [3_600_000, '1h0m0s'],
    [30_000, '30s'],
    [0, '0s'],
  ])('%d ms prints as %s', (milliseconds, text) => {
    expect(formatGoDuration(milliseconds)).toBe(text);
    expect(parseGoDuration(text)).toBe(milliseconds);
  });
});
