// Checks of numeric options: an invalid number must not silently mean "none" or become a timer of 1 ms.
import { maxTimerMs } from './wait';

/** A range of numbers. */
interface Range {
  /** Default: milliseconds. */
  unit?: string;
  /** Default: 1. */
  min?: number;
  /** Default: 2^31-1, the longest timer. */
  max?: number;
  /** Whether fractions are refused; default false. */
  whole?: boolean;
}

/**
 * Checks a number.
 * @param what - names the option, as the beginning of a sentence
 * @returns the number
 * @throws RangeError with a readable message when the number is outside the range
 */
export function checkRange(
  what: string,
  value: number,
  range: Range = {},
): number {
  const { unit = 'milliseconds', min = 1, max = maxTimerMs, whole } = range;
  const isInRange = value >= min && value <= max;
  if (isInRange && (!whole || Number.isInteger(value))) return value;
  const number = whole ? 'whole number' : 'number';
  const end = max === Infinity ? '' : ` to ${max}`;
  throw new RangeError(
    `${what} is ${value}. Use a ${number} of ${unit} from ${min}${end}.`,
  );
}
