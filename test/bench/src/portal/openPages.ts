// What open pages make the portal ask the app clusters, while instances change and the pages follow the signals.
import { setTimeout as pause } from 'node:timers/promises';
import { figureOf, type Figure } from '../harness/figures';
import type { BenchContext } from '../harness/runBench';
import { resource, type Instance, type PortalEnvironment } from './environment';

const pages = 50;
const changesPerSecond = 10;
/** As long as the rights of people in all namespaces are kept, so that they are read again once. */
const seconds = 30;

/** Reads of the list and of one instance, as an open page makes them. */
async function readPage(
  { portal }: PortalEnvironment,
  index: number,
  { cluster, namespace, name }: Instance,
): Promise<void> {
  const client = portal.as(index % 2 === 0 ? 'alice' : 'oscar');
  const answers = await Promise.all([
    client.GET('/claims', {
      params: { query: { type: 'instance', sort: 'state', limit: 50 } },
    }),
    client.GET('/claims/{cluster}/{namespace}/{resource}/{name}', {
      params: { path: { cluster, namespace, resource, name } },
    }),
  ]);
  const failed = answers.find(({ error }) => error);
  if (failed) throw new Error(JSON.stringify(failed.error));
}

/** Changes instances at a steady rate; whenever the portal signals, each page reads again. */
async function changeBeside(
  environment: PortalEnvironment,
  count: number,
): Promise<number> {
  const endMs = performance.now() + seconds * 1_000;
  let reads = 0;
  const follow = async () => {
    while (performance.now() < endMs) {
      await Promise.race([
        environment.portal.nextSignal(),
        pause(endMs - performance.now()),
      ]);
      await Promise.all(
        environment.instances
          .slice(0, count)
          .map((instance, index) => readPage(environment, index, instance)),
      );
      reads += count;
    }
  };
  const change = async () => {
    for (let index = 0; performance.now() < endMs; index += 1) {
      const instance = environment.instances[index % pages] as Instance;
      await environment.changeStatus(instance, `beside ${index}`, false);
      await pause(1_000 / changesPerSecond);
    }
  };
  await Promise.all([follow(), change()]);
  return reads;
}

export async function openPages({
  environment,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const requestsBeside = async (count: number) => {
    const before = environment.portalRequests();
    const reads = await changeBeside(environment, count);
    const after = environment.portalRequests();
    return {
      reads,
      reviews: after.reviews - before.reviews,
      others: after.others - before.others,
    };
  };
  const alone = await requestsBeside(0);
  const beside = await requestsBeside(pages);
  return [
    figureOf({
      name: `reads of ${pages} open pages in ${seconds} s with ${changesPerSecond} changes a second`,
      value: beside.reads,
      unit: '',
      // Otherwise the figures below would say nothing.
      target: { on: 'value', at: 'least', limit: 5 * pages },
    }),
    figureOf({
      name: 'requests of the portal to app clusters meanwhile, besides reviews of rights (baseline: without pages)',
      value: beside.others,
      unit: '',
      baseline: alone.others,
    }),
    figureOf({
      name: 'requests that the pages add, besides reviews of rights',
      value: Math.max(0, beside.others - alone.others),
      unit: '',
      target: { on: 'value', at: 'most', limit: 0 },
    }),
    figureOf({
      name: 'reviews of the rights of two people meanwhile',
      value: beside.reviews,
      unit: '',
    }),
  ];
}
