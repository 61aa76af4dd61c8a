// What the portal costs while nothing happens: memory and processor time.
import { setTimeout as pause } from 'node:timers/promises';
import { figureOf, type Figure } from '../harness/figures';
import type { BenchContext } from '../harness/runBench';
import type { PortalEnvironment } from './environment';

/** Until what the part before has left is done: garbage, code that is being compiled, connections that are closed when idle. */
const settleMs = 40_000;
/** Long enough that a collection of the whole heap, which V8 makes once after busy minutes, counts for what it is. */
const idleMs = 300_000;
const megabyte = 1e6;

export async function footprint({
  environment,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const { emptyHeapBytes, portal } = environment;
  await pause(settleMs);
  await portal.usage();
  await pause(idleMs);
  const { cpuMs, elapsedMs, rssBytes } = await portal.usage();
  // Last, because V8 goes on to collect afterwards, which was most of the processor time of an idle portal.
  const heapBytes = await portal.heapBytes();
  return [
    figureOf({
      name: 'heap of the caches and the index',
      value: (heapBytes - emptyHeapBytes) / megabyte,
      unit: 'MB',
      target: { on: 'value', at: 'most', limit: 200 },
    }),
    figureOf({
      name: 'memory of the process',
      value: rssBytes / megabyte,
      unit: 'MB',
    }),
    figureOf({
      name: 'processor when idle',
      value: (cpuMs / elapsedMs) * 100,
      unit: '% of a core',
      target: { on: 'value', at: 'most', limit: 2 },
    }),
  ];
}
