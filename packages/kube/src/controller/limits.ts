// Checks numeric options of a controller, which timers and workers would silently replace by other numbers.
import { BackoffTimes } from '../backoff';
import { checkBackoff, checkNumber } from '../limits';
import { maxTimerMs } from '../wait';

/** Far more than a server can handle; a higher number is a mistake. */
const maxWorkers = 10_000;

/** Checks how many keys the controller reconciles at once. */
export const checkConcurrency = (controller: string, value: number): number =>
  checkNumber(
    `The concurrency of the controller "${controller}"`,
    value,
    Number.isInteger(value) && value >= 1 && value <= maxWorkers,
    `Give a whole number from 1 to ${maxWorkers}`,
  );

/**
 * Checks the resync period in milliseconds.
 * @returns the number
 * @throws RangeError when a timer cannot take it
 */
export const checkResync = (controller: string, ms: number): number =>
  checkNumber(
    `The resyncMs of the controller "${controller}"`,
    ms,
    ms > 0 && ms <= maxTimerMs,
    `Give milliseconds above 0, up to ${maxTimerMs} (24 days), or leave it out for no resync`,
  );

/** Checks the waits after failures. */
export const checkControllerBackoff = (
  controller: string,
  backoff: BackoffTimes,
): BackoffTimes =>
  checkBackoff(
    name => `The backoff.${name} of the controller "${controller}"`,
    backoff,
  );

/** Checks the delay of a key in milliseconds. */
export const checkDelay = (key: string, ms: number): number =>
  checkNumber(
    `The delay of the key "${key}"`,
    ms,
    ms >= 0,
    'Give milliseconds, 0 or more',
  );
