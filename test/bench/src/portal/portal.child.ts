// The portal's backend in a process of its own, with Backstage's test services for users and permissions.
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
  rssBytes: number;
}

runAsChild<{ klutch: JsonObject }, void>(async ({ klutch }, parent) => {
  const portal = await startPortal(klutch, {
    onSignal: message => parent.send('signal', message),
  });
  parent.send('url', portal.url);
  const loopDelay = new LoopDelayMonitor();
  let since = { cpu: process.cpuUsage(), at: performance.now() };

  function usage(): Usage {
    const { user, system } = process.cpuUsage(since.cpu);
    const elapsedMs = performance.now() - since.at;
    since = { cpu: process.cpuUsage(), at: performance.now() };
    const cpuMs = (user + system) / 1_000;
    return { cpuMs, elapsedMs, rssBytes: process.memoryUsage.rss() };
  }

  /** Collects garbage, after which V8 collects a second time within some seconds. */
  function heapBytes(): number {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  }

  for (;;) {
    const command = await parent.receive('command');
    if (command === 'usage') parent.send('usage', usage());
    else if (command === 'heap') parent.send('heap', heapBytes());
    else if (command === 'loop delay') {
      await loopDelay.start();
      parent.send('loop delay', 'started');
      await parent.receive('command');
      parent.send('loop delay', loopDelay.stop());
    } else break;
  }
  await portal.stop();
});
