// Cost of an idle konnector: writes at idle and after a restart, duration of a restart, memory.
import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@klutch/local-processes';
import { Figure, figureOf } from '../harness/figures';
import { BenchContext, BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import { sampleName } from '../kube/sample';
import { collectionOf } from '../kube/sampleCrd';
import { apis, boundApis } from './api';
import { Arrivals } from '../harness/Arrivals';
import type { BareApi } from '../harness/bareApi';
import {
  createSynced,
  keyOf,
  openNamespace,
  arrivalTimeoutMs,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { BothCounts, waitForIdle, writesOnBoth } from './waitForIdle';

const namespace = 'quiet-times';
/** Long enough that a garbage collection after the work before does not count much. */
const idleMs = 60_000;
const megabyte = 1e6;
/** Number of objects from which the memory limit of a large app cluster applies. */
const manyObjects = 10_000;

/** Creates objects until a tenth more than `--objects` are synced, including those of other parts. */
async function populate(
  { environment, log }: BenchContext<KonnectorEnvironment>,
  copies: Arrivals,
): Promise<void> {
  await openNamespace(environment, apis.main, namespace, copies);
  const wanted = Math.ceil(1.1 * environment.objects);
  const count = Math.max(1, wanted - environment.synced);
  log(`creating ${count} objects`);
  await createSynced(environment, apis.main, { namespace, count }, copies);
}

/** The number of writes between two counts; logs the writes by resource. */
function countWrites(
  during: string,
  before: BothCounts,
  after: BothCounts,
  log: (text: string) => void,
): number {
  const writes = writesOnBoth(before, after);
  writes.forEach(([what, count]) => log(`${during}: ${count} x ${what}`));
  return writes.reduce((sum, [, count]) => sum + count, 0);
}

/** Seconds from the start of the process until it is ready, and until a change is synced. */
async function measureRestart(
  { app, restart, serviceNamespace }: KonnectorEnvironment,
  counter: number,
  copies: Arrivals,
): Promise<{ ready: number; firstChange: number }> {
  const agent = await restart();
  const changed = app.send(
    'PATCH',
    `${collectionOf(apis.main, namespace)}/${sampleName(0)}`,
    { spec: { counter } },
  );
  const ready = await agent.ready();
  await changed;
  const token = `${keyOf(serviceNamespace(namespace), 0)}#${counter}`;
  await copies.all([token], arrivalTimeoutMs);
  const firstChange = ((copies.at(token) ?? NaN) - agent.startedAt) / 1000;
  return { ready, firstChange };
}

/** Reads all objects of the bound APIs, page after page, as any agent has to after its start. */
async function readAll(cluster: BareApi): Promise<void> {
  for (const api of boundApis) {
    let next: string | undefined = '';
    while (next !== undefined) {
      const path: string = `${collectionOf(api)}?limit=500&continue=${encodeURIComponent(next)}`;
      const page = await cluster.get<{ metadata: { continue?: string } }>(path);
      next = page.metadata.continue || undefined;
    }
  }
}

/** Seconds of the bare loop for the objects of both clusters, read at the same time. */
async function measureReading({
  app,
  control,
}: KonnectorEnvironment): Promise<number> {
  const startedAt = performance.now();
  await Promise.all([readAll(app), readAll(control)]);
  return (performance.now() - startedAt) / 1000;
}

/** One restart per repeat: the medians of the times and of the memory, and the maximum of the writes. */
async function restarts(
  { environment, repeats, log, signal }: BenchContext<KonnectorEnvironment>,
  copies: Arrivals,
) {
  const ready: number[] = [];
  const reading: number[] = [];
  const firstChange: number[] = [];
  const resident: number[] = [];
  const writes: number[] = [];
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    const before = await waitForIdle(environment, signal);
    reading.push(await measureReading(environment));
    const times = await measureRestart(environment, repeat, copies);
    ready.push(times.ready);
    firstChange.push(times.firstChange);
    const after = await waitForIdle(environment, signal);
    // Without the change itself: one write of the user, one of the konnector.
    writes.push(countWrites('after a restart', before, after, log) - 2);
    resident.push((await environment.agent().usage()).residentBytes);
  }
  return {
    ready: median(ready),
    reading: median(reading),
    firstChange: median(firstChange),
    resident: median(resident),
    writes: Math.max(...writes),
  };
}

/** Measures a minute without changes. */
async function measureIdle({
  environment,
  log,
  signal,
}: BenchContext<KonnectorEnvironment>) {
  const before = await waitForIdle(environment, signal);
  const begun = await environment.agent().usage();
  await wait(idleMs, undefined, { signal });
  const ended = await environment.agent().usage();
  const after = await waitForIdle(environment, signal);
  return {
    writes: countWrites('at idle', before, after, log),
    cpu: (ended.cpuSeconds - begun.cpuSeconds) / (idleMs / 1_000),
    resident: ended.residentBytes,
  };
}

/** Writes during a resync of unchanged objects, which by default happens every ten hours. */
async function resync({
  environment,
  log,
  signal,
}: BenchContext<KonnectorEnvironment>): Promise<number> {
  const agent = await environment.restart('--resync=60s');
  await agent.ready();
  const before = await waitForIdle(environment, signal);
  const { reconciles } = await agent.usage();
  await waitFor(
    async () =>
      (await agent.usage()).reconciles >= reconciles + environment.synced,
    {
      what: 'all objects are reconciled again',
      timeoutMs: arrivalTimeoutMs,
      intervalMs: 1_000,
      signal,
    },
  );
  const after = await waitForIdle(environment, signal);
  await (await environment.restart()).ready();
  return countWrites('at a resync', before, after, log);
}

const figuresOf = (
  { synced: objects, slowness }: KonnectorEnvironment,
  idle: Awaited<ReturnType<typeof measureIdle>>,
  restarted: Awaited<ReturnType<typeof restarts>>,
  resynced: number,
): Figure[] => {
  const figure = (
    name: string,
    value: number,
    unit: string,
    limit?: number,
  ): Figure =>
    figureOf({
      name,
      value,
      unit,
      target:
        limit === undefined ? undefined : { on: 'value', at: 'most', limit },
    });
  const time = (name: string, value: number): Figure =>
    figureOf({
      name,
      value,
      unit: 's',
      baseline: restarted.reading,
      target: { on: 'value', at: 'most', limit: 3, slowness },
    });
  const memory = objects >= manyObjects ? 180 : undefined;
  const held = `resident memory, ${objects} objects`;
  return [
    figure('writes at idle in 60 s', idle.writes, '', 0),
    figureOf({
      name: 'processor at idle',
      value: idle.cpu * 100,
      unit: '% of a core',
      target: { on: 'value', at: 'most', limit: 1, slowness },
    }),
    figure('writes after a restart', restarted.writes, '', 0),
    figure('writes at a resync', resynced, '', 0),
    time('restart to ready', restarted.ready),
    time('restart to first change through', restarted.firstChange),
    figure(`${held}, after work`, idle.resident / megabyte, 'MB', memory),
    figure(
      `${held}, after a restart`,
      restarted.resident / megabyte,
      'MB',
      memory,
    ),
  ];
};

export const idleAndRestart: BenchPart<KonnectorEnvironment> = {
  about: 'idle, restart and memory with the requested number of objects',
  async run(context) {
    const { environment, signal } = context;
    const stop = new AbortController();
    try {
      const copies = await watchCopies(
        environment,
        apis.main,
        AbortSignal.any([stop.signal, signal]),
      );
      await populate(context, copies);
      const idle = await measureIdle(context);
      const restarted = await restarts(context, copies);
      const resynced = await resync(context);
      return figuresOf(environment, idle, restarted, resynced);
    } finally {
      stop.abort();
    }
  },
};
