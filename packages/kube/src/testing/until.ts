// Waiting in tests for something that no event announces.
import { waitFor } from '@klutch/local-clusters';

/** Resolves once the condition holds; after 10 seconds the test fails with what was waited for. */
export function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  return waitFor(condition, { what, timeoutMs: 10_000, intervalMs: 5 });
}
