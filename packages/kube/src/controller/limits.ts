// Which numbers a controller takes. Timers and workers would make of others what nobody meant, without a word.
import { BackoffTimes } from '../backoff';
import { checkBackoff as checkBackoffTimes, checkNumber } from '../limits';
import { maxTimerMs } from '../wait';

/** Far more than a server bears; a higher number is a mistake. */
const maxWorkers = 10_000;

/** How many keys the controller reconciles at once. */
export const checkConcurrency = (controller: string, value: number): number =>
  checkNumber(
    `The concurrency of the controller "${controller}"`,
    value,
    Number.isInteger(value) && value >= 1 && value <= maxWorkers,
    `Give a whole number from 1 to ${maxWorkers}`,
  );

/**
 * After how many milliseconds a controller looks at everything again.
 * @returns the same number
 * @throws RangeError when a timer cannot take it
 */
export const checkResync = (controller: string, ms: number): number =>
  checkNumber(
    `The resyncMs of the controller "${controller}"`,
    ms,
    ms > 0 && ms <= maxTimerMs,
    `Give milliseconds above 0, up to ${maxTimerMs} (24 days), or none to never look again`,
  );

/** How long a controller waits after failures. */
export const checkBackoff = (
  controller: string,
  backoff: BackoffTimes,
): BackoffTimes =>
  checkBackoffTimes(
    name => `The backoff.${name} of the controller "${controller}"`,
    backoff,
  );

/** After how many milliseconds a key is due. */
export const checkDelay = (key: string, ms: number): number =>
  checkNumber(
    `The delay of the key "${key}"`,
    ms,
    ms >= 0,
    'Give milliseconds, 0 or more',
  );
