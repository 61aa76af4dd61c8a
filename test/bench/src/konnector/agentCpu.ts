// Processor time of the konnector per object with one create and one status update; the baseline is a bare loop.
import { figureOf } from '../harness/figures';
import { inParallel, interleaved } from '../harness/interleaved';
import { BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import { collectionOf } from '../kube/sampleCrd';
import { apis, objectOf } from './api';
import { Arrivals } from '../harness/Arrivals';
import { watchArrivals } from './objectArrivals';
import {
  concurrency,
  copyBare,
  createSynced,
  addFinalizerBare,
  keysOf,
  openBareNamespace,
  openNamespace,
  arrivalTimeoutMs,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { waitForIdle } from './waitForIdle';
import { changeStatuses, statusOf, statusPath } from './statusRate';

/** Objects of a round, unless the bench has fewer. */
export const maxObjects = 1_000;

/** Processor time in seconds that this process used for the work. */
async function ownCpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Processor time of the minimum work, done by this process: three requests per object, and reading its events. */
export async function bareCpu(
  { app, control }: KonnectorEnvironment,
  { namespace, count }: { namespace: string; count: number },
  seen: { objects: Arrivals; copies: Arrivals },
): Promise<number> {
  const each = (work: (index: number) => Promise<unknown>) =>
    inParallel(concurrency, count, work);
  const keys = keysOf(namespace, count);
  const status = (index: number) => statusPath(apis.bare, namespace, index);
  await each(index =>
    app.send(
      'POST',
      collectionOf(apis.bare, namespace),
      objectOf(apis.bare, namespace, index),
    ),
  );
  await seen.objects.all(keys, arrivalTimeoutMs);
  const createSeconds = await ownCpuOf(async () => {
    await each(async index => {
      await addFinalizerBare(app, namespace, index);
      await copyBare(control, namespace, index);
    });
    await seen.copies.all(keys, arrivalTimeoutMs);
  });
  await each(index => control.send('PATCH', status(index), statusOf(1)));
  const statusSeconds = await ownCpuOf(async () => {
    await each(index => app.send('PATCH', status(index), statusOf(1)));
    const tokens = keys.map(key => `${key}@1`);
    await seen.objects.all(tokens, arrivalTimeoutMs);
  });
  return createSeconds + statusSeconds;
}

export const agentCpu: BenchPart<KonnectorEnvironment> = {
  about: 'processor time of the konnector for a create and a status',
  async run({ environment, repeats, signal }) {
    const stop = new AbortController();
    const until = AbortSignal.any([stop.signal, signal]);
    const { app, control } = environment;
    const count = Math.min(maxObjects, environment.objects);
    try {
      const copies = await watchCopies(environment, apis.main, until);
      const objects = await watchArrivals(app, collectionOf(apis.main), until);
      const bare = collectionOf(apis.bare);
      const bares = {
        objects: await watchArrivals(app, bare, until),
        copies: await watchArrivals(control, bare, until),
      };
      const an = (seconds: number) => (seconds * 1_000) / count;
      const found = await interleaved(
        repeats,
        async round => {
          const namespace = `cpu-${round}`;
          await openNamespace(environment, apis.main, namespace, copies);
          await waitForIdle(environment, signal);
          const before = await environment.agent().usage();
          const run = { namespace, count };
          await createSynced(environment, apis.main, run, copies);
          const change = { of: namespace, count, round: 1 };
          await changeStatuses(environment, change, objects);
          await waitForIdle(environment, signal);
          const after = await environment.agent().usage();
          return an(after.cpuSeconds - before.cpuSeconds);
        },
        async round => {
          const namespace = `cpu-bare-${round}`;
          await openBareNamespace(environment, namespace);
          return an(await bareCpu(environment, { namespace, count }, bares));
        },
      );
      return [
        figureOf({
          name: 'processor of the konnector, create and status',
          value: median(found.ours),
          unit: 'ms an object',
          baseline: median(found.bare),
          target: {
            on: 'value',
            at: 'most',
            limit: 1.8,
            slowness: environment.slowness,
          },
        }),
      ];
    } finally {
      stop.abort();
    }
  },
};
