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
  ])('%s is %d ms', (text, milliseconds) => {
    expect(parseGoDuration(text)).toBe(milliseconds);
  });

  it.each(['', '5', '5 m', '-5s', 'm5', '5d', '5m0'])('%j is not one', text => {
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
