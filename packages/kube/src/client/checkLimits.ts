// Limits as somebody set them: a number that cannot be one must not turn into none at all, or into 1 ms.
import { constants } from 'node:buffer';
import { longestTimerMs } from '../wait';

function checkRange(
  name: string,
  value: number,
  { unit, most }: { unit: string; most: number },
): void {
  if (value >= 1 && value <= most) return;
  throw new RangeError(
    `${name} is ${value}. Use a number of ${unit} from 1 to ${most}.`,
  );
}

/**
 * Milliseconds that a timer can wait.
 * @throws RangeError when they are not between 1 and 2^31-1
 */
export function checkMs(name: string, value: number): void {
  checkRange(name, value, { unit: 'milliseconds', most: longestTimerMs });
}

/**
 * Bytes that become a text.
 * @throws RangeError when they are not between 1 and the longest text of Node.js
 */
export function checkBytes(name: string, value: number): void {
  checkRange(name, value, { unit: 'bytes', most: constants.MAX_STRING_LENGTH });
}
