// Checks of numeric options: an invalid number must not silently mean "none" or become a timer of 1 ms.
import { constants } from 'node:buffer';
import { BackoffTimes } from './backoff';
import { maxTimerMs } from './wait';

/**
 * Checks a number.
 * @param what - names the option, as the beginning of a sentence
 * @param advice - what to do when the number is invalid, as a sentence
 * @returns the number
 * @throws RangeError with a readable message when the number is invalid
 */
export function checkNumber(
  what: string,
  value: number,
  isGood: boolean,
  advice: string,
): number {
  if (isGood) return value;
  throw new RangeError(`${what} is ${value}. ${advice}.`);
}

function checkRange(
  what: string,
  value: number,
  { unit, min, max }: { unit: string; min: number; max: number },
): number {
  return checkNumber(
    what,
    value,
    value >= min && value <= max,
    `Use a number of ${unit} from ${min} to ${max}`,
  );
}

/**
 * Checks a time in milliseconds.
 * @returns the number
 * @throws RangeError when it is not between the minimum (1 unless given) and 2^31-1, the longest timer
 */
export const checkMs = (what: string, value: number, min = 1): number =>
  checkRange(what, value, {
    unit: 'milliseconds',
    min,
    max: maxTimerMs,
  });

/**
 * Checks a time in seconds.
 * @returns the number
 * @throws RangeError when it is not between 1 and 2^31-1 milliseconds
 */
export const checkSeconds = (what: string, value: number): number =>
  checkRange(what, value, {
    unit: 'seconds',
    min: 1,
    max: Math.floor(maxTimerMs / 1000),
  });

/**
 * Checks the length of a text in bytes.
 * @returns the number
 * @throws RangeError when it is not between 1 and the longest string of Node.js
 */
export const checkBytes = (what: string, value: number): number =>
  checkRange(what, value, {
    unit: 'bytes',
    min: 1,
    max: constants.MAX_STRING_LENGTH,
  });

/**
 * Checks the waits after failures.
 * @param whatOf - names one of the two times, as the beginning of a sentence
 * @returns the times
 * @throws RangeError when a timer cannot wait that long, or the longest wait is shorter than the first
 */
export function checkBackoff(
  whatOf: (name: keyof BackoffTimes) => string,
  backoff: BackoffTimes,
): BackoffTimes {
  const { baseMs, capMs } = backoff;
  checkMs(whatOf('baseMs'), baseMs);
  checkMs(whatOf('capMs'), capMs, baseMs);
  return backoff;
}
