/** Waits in tests for what no event announces. */
import { waitForValue } from '../waitFor';

/**
 * Resolves with what `read` returns as soon as it is truthy; fails with `what` after `timeoutMs`, half a minute by
 * default.
 */
export const eventually = <T>(
  what: string,
  read: () =>
    | T
    | undefined
    | null
    | false
    | Promise<T | undefined | null | false>,
  timeoutMs = 30_000,
): Promise<T> => waitForValue(async () => read(), { what, timeoutMs });
