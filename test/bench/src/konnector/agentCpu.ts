// Processor time of the konnector for an object that is created and gets one status.
import { figureOf } from '../harness/figures';
import { BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import { apis, collectionOf } from './api';
import { watchArrivals } from './Arrivals';
import { createSynced, openNamespace, watchCopies } from './creates';
import { KonnectorEnvironment } from './environment';
import { settled } from './settled';
import { changeStatuses } from './statusRate';

const most = 1_000;

export const agentCpu: BenchPart<KonnectorEnvironment> = {
  about: 'processor time of the konnector for a create and a status',
  async run({ environment, repeats, signal }) {
    const over = new AbortController();
    const until = AbortSignal.any([over.signal, signal]);
    const api = apis.main;
    const count = Math.min(most, environment.objects);
    try {
      const copies = await watchCopies(environment, api, until);
      const objects = await watchArrivals(
        environment.app,
        collectionOf(api),
        until,
      );
      const milliseconds: number[] = [];
      // The first one warms up, as that of the other figures.
      for (let repeat = 0; repeat <= repeats; repeat += 1) {
        const namespace = `cpu-${repeat}`;
        await openNamespace(environment, api, namespace, copies);
        await settled(environment, signal);
        const before = await environment.agent().usage();
        await createSynced(environment, api, { namespace, count }, copies);
        const run = { of: namespace, count, round: 1 };
        await changeStatuses(environment, run, objects);
        await settled(environment, signal);
        const after = await environment.agent().usage();
        milliseconds.push(
          ((after.cpuSeconds - before.cpuSeconds) * 1_000) / count,
        );
      }
      return [
        figureOf({
          name: 'processor of the konnector, create and status',
          value: median(milliseconds.slice(1)),
          unit: 'ms an object',
          target: { on: 'value', at: 'most', limit: 1.8 },
        }),
      ];
    } finally {
      over.abort();
    }
  },
};
