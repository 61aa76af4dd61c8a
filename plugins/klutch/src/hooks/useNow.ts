/** One shared clock for all relative times on the page. */
import { useSyncExternalStore } from 'react';

const period = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick() {
  now = Date.now();
  listeners.forEach(listener => listener());
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, period);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
    }
  };
}

/** Milliseconds since the epoch, at most ten seconds old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
