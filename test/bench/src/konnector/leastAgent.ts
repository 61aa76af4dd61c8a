// What the least agent takes, compared with the bare loop: the part of an agent's time that no other agent can save.
import { startChild } from '../harness/child';
import { figureOf } from '../harness/figures';
import { inParallel, interleaved } from '../harness/interleaved';
import type { BenchPart } from '../harness/runBench';
import { median, percentile } from '../harness/statistics';
import { collectionOf } from '../kube/sampleCrd';
import { bareCpu, maxObjects } from './agentCpu';
import { apis, objectOf } from './api';
import {
  arrivalTimeoutMs,
  concurrency,
  keysOf,
  openBareNamespace,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { singleBareCreates, singleCreates } from './latencies';
import type { LeastAgentInput } from './leastAgent.child';
import { watchArrivals } from './objectArrivals';
import { statusOf, statusPath } from './statusRate';

const singles = 100;

/** Watchers of an unbound API on both clusters. */
async function watchBoth(
  environment: KonnectorEnvironment,
  api: typeof apis.bare,
  signal: AbortSignal,
) {
  return {
    objects: await watchArrivals(environment.app, collectionOf(api), signal),
    copies: await watchCopies(environment, api, signal),
  };
}

type Seen = Awaited<ReturnType<typeof watchBoth>>;

/** Creates objects for the least agent, and changes their status once. */
async function createAndChange(
  { app, control }: KonnectorEnvironment,
  { namespace, count }: { namespace: string; count: number },
  seen: Seen,
): Promise<void> {
  const api = apis.least;
  const keys = keysOf(namespace, count);
  await inParallel(concurrency, count, index =>
    app.send(
      'POST',
      collectionOf(api, namespace),
      objectOf(api, namespace, index),
    ),
  );
  await seen.copies.all(keys, arrivalTimeoutMs);
  await inParallel(concurrency, count, index =>
    control.send('PATCH', statusPath(api, namespace, index), statusOf(1)),
  );
  await seen.objects.all(
    keys.map(key => `${key}@1`),
    arrivalTimeoutMs,
  );
}

export const leastAgent: BenchPart<KonnectorEnvironment> = {
  about: 'latency and processor time of an agent that only does the writes',
  async run({ environment, repeats, signal }) {
    const stop = new AbortController();
    const until = AbortSignal.any([stop.signal, signal]);
    const { kubeconfigs } = environment;
    const agent = startChild<LeastAgentInput, void>(
      require.resolve('./leastAgent.child'),
      { ...kubeconfigs, api: apis.least },
      { signal: until },
    );
    const cpuSeconds = async () => {
      agent.send('usage');
      return Number(await agent.receive('usage'));
    };
    try {
      await agent.receive('ready');
      const least = await watchBoth(environment, apis.least, until);
      const bare = await watchBoth(environment, apis.bare, until);
      const [namespace, bareNamespace] = ['least-single', 'least-single-bare'];
      await openBareNamespace(environment, namespace);
      await openBareNamespace(environment, bareNamespace);
      const p50 = (latencies: number[]) => percentile(latencies, 0.5);
      const runOf = (round: number) => ({
        from: round * singles,
        count: singles,
      });
      const latency = await interleaved(
        repeats,
        async round => {
          const run = { ...runOf(round), namespace, copiesIn: namespace };
          return p50(
            await singleCreates(environment, apis.least, run, least.copies),
          );
        },
        async round => {
          const run = { ...runOf(round), namespace: bareNamespace };
          return p50(await singleBareCreates(environment, run, bare.copies));
        },
      );
      const count = Math.min(maxObjects, environment.objects);
      const an = (seconds: number) => (seconds * 1_000) / count;
      const cpu = await interleaved(
        repeats,
        async round => {
          const run = { namespace: `least-cpu-${round}`, count };
          await openBareNamespace(environment, run.namespace);
          const before = await cpuSeconds();
          await createAndChange(environment, run, least);
          return an((await cpuSeconds()) - before);
        },
        async round => {
          const run = { namespace: `least-cpu-bare-${round}`, count };
          await openBareNamespace(environment, run.namespace);
          return an(await bareCpu(environment, run, bare));
        },
      );
      return [
        figureOf({
          name: 'single create visible by the least agent, p50',
          value: median(latency.ours),
          unit: 'ms',
          baseline: median(latency.bare),
        }),
        figureOf({
          name: 'processor of the least agent, create and status',
          value: median(cpu.ours),
          unit: 'ms an object',
          baseline: median(cpu.bare),
        }),
      ];
    } finally {
      stop.abort();
    }
  },
};
