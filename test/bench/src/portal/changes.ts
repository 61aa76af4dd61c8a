// How soon a change in a cluster is in a page: the signal, then the list that an open page reads.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from '../harness/child';
import { figureOf, type Figure } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { Instance, PortalEnvironment } from './environment';

const singleChanges = 30;
const burstPerSecond = 500;
const burstSeconds = 10;
const writers = 32;

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

export async function burst({
  environment,
  signal,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const { changeStatus, instances, portal } = environment;
  await portal.usage();
  const idle = startChild<object, void>(
    join(__dirname, 'idle.child.ts'),
    {},
    { preferred: true, signal },
  );
  await idle.receive('ready');
  const count = burstPerSecond * burstSeconds;
  const startMs = performance.now();
  await inParallel(writers, count, index =>
    changeStatus(
      instances[index % instances.length] as Instance,
      `burst ${index}`,
      index % 2 === 0,
    ),
  );
  const seconds = (performance.now() - startMs) / 1_000;
  const { longestMs, longestBusyMs, cpuMs, elapsedMs } = await portal.usage();
  idle.send('command');
  const idleBlockMs = Number(await idle.receive('longest'));
  idle.kill();
  return [
    figureOf({
      name: 'changes per second that the API servers took',
      value: count / seconds,
      unit: '1/s',
    }),
    figureOf({
      name: 'longest block of an idle event loop meanwhile, by the clock',
      value: idleBlockMs,
      unit: 'ms',
    }),
    figureOf({
      name: 'longest block of the event loop of the portal, by the clock',
      value: longestMs,
      unit: 'ms',
    }),
    figureOf({
      name: 'longest block by own work of the event loop of the portal',
      value: longestBusyMs,
      unit: 'ms',
      target: { on: 'value', at: 'most', limit: 50 },
    }),
    figureOf({
      name: 'processor of the portal meanwhile',
      value: (cpuMs / elapsedMs) * 100,
      unit: '% of a core',
    }),
  ];
}
