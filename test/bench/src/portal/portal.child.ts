// The portal's backend in a process of its own, with Backstage's test services for users and permissions.
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@backstage/types';
import { collectGarbage, runAsChild } from '../harness/child';
import { LoopDelayMonitor } from './loopDelay';
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
}

runAsChild<{ klutch: JsonObject }, void>(async ({ klutch }, parent) => {
  const portal = await startPortal(klutch, {
    onSignal: message => parent.send('signal', message),
  });
  parent.send('url', portal.url);
  const loopDelay = new LoopDelayMonitor();
  let since = { cpu: process.cpuUsage(), at: performance.now() };

  async function usage(): Promise<Usage> {
    const { user, system } = process.cpuUsage(since.cpu);
    const elapsedMs = performance.now() - since.at;
    collectGarbage();
    const { heapUsed, rss } = process.memoryUsage();
    // Threads of the garbage collector go on for a while.
    await pause(1_000);
    since = { cpu: process.cpuUsage(), at: performance.now() };
    const cpuMs = (user + system) / 1_000;
    return { cpuMs, elapsedMs, heapBytes: heapUsed, rssBytes: rss };
  }

  for (;;) {
    const command = await parent.receive('command');
    if (command === 'usage') parent.send('usage', await usage());
    else if (command === 'loop delay') {
      await loopDelay.start();
      parent.send('loop delay', 'started');
      await parent.receive('command');
      parent.send('loop delay', loopDelay.stop());
    } else break;
  }
  await portal.stop();
});
