// Which numbers a controller takes. Timers and workers would make of others what nobody meant, without a word.
import { BackoffTimes } from '../backoff';
import { longestTimerMs } from '../wait';

/** Far more than a server bears; a higher number is a mistake. */
const mostWorkers = 10_000;

const check = (what: string, value: number, isGood: boolean, give: string) => {
  if (!isGood) throw new RangeError(`${what} is ${value}. Give ${give}.`);
  return value;
};

/** How many keys the controller reconciles at once. */
export const checkConcurrency = (controller: string, value: number): number =>
  check(
    `The concurrency of the controller "${controller}"`,
    value,
    Number.isInteger(value) && value >= 1 && value <= mostWorkers,
    `a whole number from 1 to ${mostWorkers}`,
  );

/**
 * After how many milliseconds a controller looks at everything again.
 * @returns the same number
 * @throws RangeError when a timer cannot take it
 */
export const checkResync = (controller: string, ms: number): number =>
  check(
    `The resyncMs of the controller "${controller}"`,
    ms,
    ms > 0 && ms <= longestTimerMs,
    `milliseconds above 0, up to ${longestTimerMs} (24 days), or none to never look again`,
  );

/** How long a controller waits after failures. */
export function checkBackoff(
  controller: string,
  backoff: BackoffTimes,
): BackoffTimes {
  const { baseMs, capMs } = backoff;
  const what = (name: string) =>
    `The backoff.${name} of the controller "${controller}"`;
  const isTimer = (ms: number) => ms >= 1 && ms <= longestTimerMs;
  check(
    what('baseMs'),
    baseMs,
    isTimer(baseMs),
    `milliseconds from 1 to ${longestTimerMs} (24 days)`,
  );
  check(
    what('capMs'),
    capMs,
    isTimer(capMs) && capMs >= baseMs,
    `milliseconds from baseMs (${baseMs}) to ${longestTimerMs} (24 days)`,
  );
  return backoff;
}

/** After how many milliseconds a key is due. */
export const checkDelay = (key: string, ms: number): number =>
  check(
    `The delay of the key "${key}"`,
    ms,
    ms >= 0,
    'milliseconds, 0 or more',
  );
