// Waiting in tests for something that no event announces.
import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = 30_000;

/** Resolves once the condition holds; after half a minute the test fails with what was waited for. */
export async function waitFor(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) {
      throw new Error(`Waited ${timeoutMs} ms, but not: ${what}.`);
    }
    await delay(5);
  }
}
