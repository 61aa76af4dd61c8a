import { waitFor } from '@klutch/local-processes';

/** Waits for the live index, which its watches update with a delay. */
export const waitForCondition = (
  what: string,
  condition: () => Promise<boolean>,
): Promise<void> => waitFor(condition, { what, timeoutMs: 30_000 });
