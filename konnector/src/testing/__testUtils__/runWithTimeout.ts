import { runInNewContext } from 'node:vm';

/**
 * Runs a computation with a time limit, generous enough that only disproportionate work exceeds it.
 * @throws Error when it takes more than two seconds.
 */
export const runWithTimeout = <T>(compute: () => T): T =>
  runInNewContext('compute()', { compute }, { timeout: 2_000 });
