// Injects faults one after the other until the soak ends.
import { setTimeout as wait } from 'node:timers/promises';
import { TcpProxy } from '@klutch/local-clusters';
import { TokenFile } from './TokenFile';

/** Seconds between two faults: fewer than it takes to detect a half-open connection. */
const pauseSeconds = [2, 6] as const;
const delayMs = 250;
const seconds = ([from, to]: readonly [number, number]) =>
  (from + Math.random() * (to - from)) * 1000;

/** Runs until the signal aborts, and then removes all faults. Returns how often each fault was injected. */
export async function injectFaults(
  proxy: TcpProxy,
  token: TokenFile,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const faults: Record<string, () => void | Promise<void>> = {
    resets: () => proxy.reset(),
    'half-open connections': () => proxy.freeze(),
    latency: () => proxy.delay(delayMs),
    'token rotations': () => token.rotate(),
    // Both sides finally see the frozen connections closed.
    'late resets': () => proxy.thaw(),
  };
  const counts: Record<string, number> = {};
  while (!signal.aborted) {
    for (const [name, inject] of Object.entries(faults)) {
      await wait(seconds(pauseSeconds), undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      proxy.delay(0);
      await inject();
      counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  proxy.delay(0);
  proxy.thaw();
  return counts;
}
