/** Go duration strings, the format of `ClusterBinding.status.heartbeatInterval`. */

const unitNanoseconds: Record<string, bigint> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** Maximum of Go's 64-bit nanoseconds: about 292 years. */
const maxNanoseconds = 2n ** 63n - 1n;
/** Digits of {@link maxNanoseconds}: more integer digits are too long in any unit, more fractional digits have no effect. */
const maxDigits = 19;

// The two letters for "micro" are escaped: V8 keeps two bytes for each character of a bundle that has another than those
// of Latin-1.
const amount = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/g;
const whole =
  /^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+$/;

const nanosecondsOf = (
  digits: string,
  fraction: string,
  unit: string,
): bigint => {
  const number = digits.replace(/^0+/, '');
  if (number.length > maxDigits) return maxNanoseconds + 1n;
  const scale = unitNanoseconds[unit] ?? 0n;
  const decimals = fraction.slice(0, maxDigits);
  return (
    BigInt(number) * scale +
    (BigInt(decimals) * scale) / 10n ** BigInt(decimals.length)
  );
};

/**
 * Milliseconds of a Go duration such as `5m0s`, `+1.5h` or `0`; undefined when the text is not a duration, is longer
 * than Go allows (`2562047h47m16.854775807s`), or is negative.
 * Source: Go `time.ParseDuration`.
 */
export const parseGoDuration = (text: string): number | undefined => {
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0;
  if (!whole.test(unsigned)) return undefined;
  let nanoseconds = 0n;
  for (const [, digits = '', fraction = '', unit = ''] of unsigned.matchAll(
    amount,
  )) {
    nanoseconds += nanosecondsOf(digits, fraction, unit);
    if (nanoseconds > maxNanoseconds) return undefined;
  }
  const isNegative = text.startsWith('-') && nanoseconds > 0n;
  return isNegative ? undefined : Number(nanoseconds) / 1e6;
};

/** A duration in milliseconds as Go formats it, in whole seconds: `5m0s`, `1h0m0s`, `30s`. */
export const formatGoDuration = (milliseconds: number): string => {
  const total = Math.max(0, Math.round(milliseconds / 1_000));
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  const seconds = total % 60;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
};
