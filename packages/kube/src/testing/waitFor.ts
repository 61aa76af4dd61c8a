// Waits in tests for conditions without an event.
import { setTimeout as delay } from 'node:timers/promises';

const timeoutMs = 30_000;

/** Resolves once the condition holds; after half a minute the test fails with a description of the condition. */
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
