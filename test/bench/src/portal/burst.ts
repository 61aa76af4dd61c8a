// What 500 changes a second do to the event loop of the portal. API servers that share the processor with it do not take
// as many. So each app cluster's changes are written while its connections to the portal are stalled, and are let through
// afterwards, one cluster after another, at that rate: real events of real API servers, only later.
import { processorSlowness } from '@klutch/local-clusters/src/testing/processorSlowness';
import { setTimeout as pause } from 'node:timers/promises';
import { figureOf, type Figure } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import type { BenchContext } from '../harness/runBench';
import type { Instance, PortalEnvironment } from './environment';

const perSecond = 500;
/** Short, because the portal notices a cluster that does not respond for 15 s. */
const seconds = 5;
const writers = 32;

/** The instances to change, by the id of their app cluster: equally many on each. */
function chosenOf({ instances, links }: PortalEnvironment) {
  const most = Math.ceil((perSecond * seconds) / links.size);
  const ofCluster = (id: string) =>
    instances.filter(({ cluster }) => cluster === id).slice(0, most);
  return new Map([...links.keys()].map(id => [id, ofCluster(id)]));
}

/** Writes changes that the portal does not receive yet; resolves to how many the API servers took in a second. */
async function writeStalled(
  { changeStatus, links }: PortalEnvironment,
  chosen: ReadonlyMap<string, readonly Instance[]>,
): Promise<number> {
  const startMs = performance.now();
  let written = 0;
  for (const [id, instances] of chosen) {
    links.get(id)?.setLinkState('stalled');
    await inParallel(writers, instances.length, index =>
      changeStatus(instances[index] as Instance, 'burst', true),
    );
    written += instances.length;
  }
  return (written * 1_000) / (performance.now() - startMs);
}

/** Lets the changes through; resolves to how many a second were in the portal's list. */
async function letThrough(
  { instances, links, portal }: PortalEnvironment,
  chosen: ReadonlyMap<string, readonly Instance[]>,
): Promise<number> {
  const startMs = performance.now();
  let released = 0;
  for (const [id, { length }] of chosen) {
    const waitMs = startMs + (released / perSecond) * 1_000 - performance.now();
    await pause(Math.max(0, waitMs));
    links.get(id)?.setLinkState('up');
    released += length;
  }
  for (;;) {
    const { data } = await portal.as('oscar').GET('/claims', {
      params: { query: { type: 'instance', state: 'Ready', limit: 1 } },
    });
    if (data?.total === instances.length - released) break;
    await pause(10);
  }
  return (released * 1_000) / (performance.now() - startMs);
}

export async function burst({
  environment,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const { portal } = environment;
  const chosen = chosenOf(environment);
  const writtenPerSecond = await writeStalled(environment, chosen);
  await portal.usage();
  let listedPerSecond = NaN;
  const { longestMs, longestBusyMs } = await portal.loopDelayOf(async () => {
    listedPerSecond = await letThrough(environment, chosen);
  });
  const { cpuMs, elapsedMs } = await portal.usage();
  return [
    figureOf({
      name: 'changes per second that the API servers took',
      value: writtenPerSecond,
      unit: '1/s',
    }),
    figureOf({
      name: 'changes per second that reached the list',
      value: listedPerSecond,
      unit: '1/s',
      // At a lower rate the figures below would say nothing.
      target: { on: 'value', at: 'least', limit: 0.95 * perSecond },
    }),
    figureOf({
      name: 'longest block of the event loop of the portal meanwhile, by the clock',
      value: longestMs,
      unit: 'ms',
    }),
    figureOf({
      name: 'longest block by own work of the event loop of the portal',
      value: longestBusyMs,
      unit: 'ms',
      target: {
        on: 'value',
        at: 'most',
        limit: 50,
        slowness: processorSlowness(),
      },
    }),
    figureOf({
      name: 'processor of the portal meanwhile',
      value: (cpuMs / elapsedMs) * 100,
      unit: '% of a core',
    }),
  ];
}
