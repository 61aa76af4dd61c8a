// The portal's backend in a process of its own, with Backstage's test services for users and permissions.
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@backstage/types';
import { collectGarbage, runAsChild } from '../harness/child';
import { measureLoopDelay, type LoopDelay } from './loopDelay';
import { startPortal } from './testFixtures';

/** What the process used since the last question. */
export interface Usage extends LoopDelay {
  /** Milliseconds of processor time. */
  cpuMs: number;
  /** Milliseconds between two questions. */
  elapsedMs: number;
  /** After a garbage collection, in bytes. */
  heapBytes: number;
  rssBytes: number;
}

runAsChild<{ klutch: JsonObject }, void>(async ({ klutch }, parent) => {
  const portal = await startPortal(klutch, {
    onSignal: message => parent.send('signal', message),
  });
  parent.send('url', portal.url);
  const delay = measureLoopDelay();
  let since = { cpu: process.cpuUsage(), at: performance.now() };
  while ((await parent.receive('command')) === 'usage') {
    const { user, system } = process.cpuUsage(since.cpu);
    const elapsedMs = performance.now() - since.at;
    const longest = delay.longest();
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    const usage: Usage = {
      cpuMs: (user + system) / 1_000,
      elapsedMs,
      heapBytes: heapUsed,
      rssBytes: rss,
      ...longest,
    };
    // Threads of the garbage collector go on for a while.
    await pause(1_000);
    await delay.restart();
    parent.send('usage', usage);
    since = { cpu: process.cpuUsage(), at: performance.now() };
  }
  await portal.stop();
});
