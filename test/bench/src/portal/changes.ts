// How soon a change in a cluster is in a page: the signal, then the list that an open page reads.
import { setTimeout as pause } from 'node:timers/promises';
import { figureOf, type Figure } from '../harness/figures';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { Instance, PortalEnvironment } from './environment';

const singleChanges = 20;

/** Milliseconds from the answer to the write until a page has the row as it is now. */
async function untilShown(
  { changeStatus, portal }: PortalEnvironment,
  instance: Instance,
  isFailing: boolean,
): Promise<number> {
  const signal = portal.nextSignal();
  const startMs = performance.now();
  await changeStatus(instance, 'changed', isFailing);
  for (;;) {
    await signal;
    const { data } = await portal.as('oscar').GET('/claims', {
      params: { query: { search: instance.name, limit: 50 } },
    });
    const isShown = (data?.items[0]?.state === 'Ready') !== isFailing;
    if (isShown) return performance.now() - startMs;
    await portal.nextSignal();
  }
}

export async function changes({
  environment,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const times: number[] = [];
  for (let index = 0; index < singleChanges; index += 1) {
    const instance = environment.instances[index % 10] as Instance;
    times.push(await untilShown(environment, instance, index % 20 < 10));
    // Longer than the pause between two signals, so that each change waits for itself only.
    await pause(1_200);
  }
  return [
    figureOf({
      name: 'change in a cluster until a page has it, p95',
      value: percentile(times, 0.95),
      unit: 'ms',
      target: { on: 'value', at: 'most', limit: 500 },
    }),
  ];
}
