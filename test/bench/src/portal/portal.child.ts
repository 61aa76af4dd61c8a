// The portal's backend in a process of its own, with Backstage's test services for users and permissions.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@backstage/types';
import { collectGarbage, runAsChild } from '../harness/child';
import { startPortal } from './testFixtures';

/** What the process used since the last question. */
export interface Usage {
  /** Milliseconds of processor time. */
  cpuMs: number;
  /** Milliseconds between two questions. */
  elapsedMs: number;
  /** After a garbage collection, in bytes. */
  heapBytes: number;
  rssBytes: number;
  /** Longest time in milliseconds that the event loop was blocked. */
  longestBlockMs: number;
}

/** Coarse, because the measurement must not cost what it measures. */
const resolutionMs = 20;

runAsChild<{ klutch: JsonObject }, void>(async ({ klutch }, parent) => {
  const portal = await startPortal(klutch, {
    onSignal: message => parent.send('signal', message),
  });
  parent.send('url', portal.url);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let since = { cpu: process.cpuUsage(), at: performance.now() };
  while ((await parent.receive('command')) === 'usage') {
    const { user, system } = process.cpuUsage(since.cpu);
    const elapsedMs = performance.now() - since.at;
    // The histogram counts the whole pause between two of its ticks.
    const longestBlockMs = Math.max(0, delay.max / 1e6 - resolutionMs);
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    const usage: Usage = {
      cpuMs: (user + system) / 1_000,
      elapsedMs,
      heapBytes: heapUsed,
      rssBytes: rss,
      longestBlockMs,
    };
    // The pause of the garbage collection must not count as a block of the next measurement.
    await pause(2 * resolutionMs);
    parent.send('usage', usage);
    since = { cpu: process.cpuUsage(), at: performance.now() };
    delay.reset();
  }
  await portal.stop();
});
