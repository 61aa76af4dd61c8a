import { runInNewContext } from 'node:vm';

/**
 * What a computation gives. One that would block everything for long is ended: a bound so generous that only work out of
 * all proportion meets it.
 * @throws Error when it takes more than two seconds.
 */
export const runWithTimeout = <T>(compute: () => T): T =>
  runInNewContext('compute()', { compute }, { timeout: 2_000 });
