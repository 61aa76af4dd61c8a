// Numbers as somebody set them: one that cannot be meant must not turn into none at all, or into a timer of 1 ms.
import { constants } from 'node:buffer';
import { BackoffTimes } from './backoff';
import { maxTimerMs } from './wait';

/**
 * A number that was given.
 * @param what - names it, as the beginning of a sentence
 * @param advice - what to do when it is not good, as a sentence
 * @returns the same number
 * @throws RangeError in words when it is not good
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
 * Milliseconds that a timer can wait.
 * @returns the same number
 * @throws RangeError when they are not between the least (1, unless given) and 2^31-1
 */
export const checkMs = (what: string, value: number, min = 1): number =>
  checkRange(what, value, {
    unit: 'milliseconds',
    min,
    max: maxTimerMs,
  });

/**
 * Seconds that a timer can wait.
 * @returns the same number
 * @throws RangeError when they are not between 1 and 2^31-1 milliseconds
 */
export const checkSeconds = (what: string, value: number): number =>
  checkRange(what, value, {
    unit: 'seconds',
    min: 1,
    max: Math.floor(maxTimerMs / 1000),
  });

/**
 * Bytes that become a text.
 * @returns the same number
 * @throws RangeError when they are not between 1 and the longest text of Node.js
 */
export const checkBytes = (what: string, value: number): number =>
  checkRange(what, value, {
    unit: 'bytes',
    min: 1,
    max: constants.MAX_STRING_LENGTH,
  });

/**
 * Waits after failures.
 * @param whatOf - names one of the two times, as the beginning of a sentence
 * @returns the same times
 * @throws RangeError when a timer cannot wait so long or so short, or the longest is shorter than the first
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
