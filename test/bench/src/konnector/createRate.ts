// Objects synced per second, with and without the admission policy; the baseline is the bare loop.
import { Figure, figureOf } from '../harness/figures';
import { interleaved } from '../harness/interleaved';
import { BenchContext, BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import { Api } from '../kube/sampleCrd';
import { apis } from './api';
import {
  createAllBare,
  createSynced,
  openBareNamespace,
  openNamespace,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { objectsPerRun } from './objectsPerRun';
import { installPolicy } from './policy';

async function measure(
  { environment, repeats, signal }: BenchContext<KonnectorEnvironment>,
  api: Api,
  { name, limit }: { name: string; limit: number },
): Promise<Figure> {
  const count = objectsPerRun(environment.objects, repeats);
  const stop = new AbortController();
  const until = AbortSignal.any([stop.signal, signal]);
  const copies = await watchCopies(environment, api, until);
  const bareCopies = await watchCopies(environment, apis.bare, until);
  try {
    const measured = await interleaved(
      repeats,
      async round => {
        const namespace = `${api.plural}-${round}`;
        await openNamespace(environment, api, namespace, copies);
        const run = { namespace, count };
        return count / (await createSynced(environment, api, run, copies));
      },
      async round => {
        const namespace = `${api.plural}-bare-${round}`;
        await openBareNamespace(environment, namespace);
        const run = { namespace, count };
        return count / (await createAllBare(environment, run, bareCopies));
      },
    );
    return figureOf({
      name,
      value: median(measured.ours),
      unit: '/s',
      baseline: median(measured.bare),
      target: { on: 'ratio', at: 'least', limit },
    });
  } finally {
    stop.abort();
  }
}

export const createRate: BenchPart<KonnectorEnvironment> = {
  about: 'creates that arrive on the control plane, beside the bare loop',
  async run(context) {
    const named = { name: 'creates synced', limit: 0.6 };
    return [await measure(context, apis.main, named)];
  },
};

export const createRateWithPolicy: BenchPart<KonnectorEnvironment> = {
  about: 'the same where the API server sets the finalizer',
  async run(context) {
    await installPolicy(context.environment, context.signal);
    const named = { name: 'creates synced, admission policy', limit: 0.85 };
    return [await measure(context, apis.policed, named)];
  },
};
