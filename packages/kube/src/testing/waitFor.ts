// Waits in tests for conditions without an event.
// eslint-disable-next-line @backstage/no-undeclared-imports -- for tests alone
import { waitFor as waitForCondition } from '@klutch/local-processes';

/** Resolves once the condition holds; after half a minute the test fails with a description of the condition. */
export const waitFor = (
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> => waitForCondition(condition, { what, timeoutMs: 30_000 });
