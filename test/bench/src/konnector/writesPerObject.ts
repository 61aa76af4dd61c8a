// Writes of the konnector per object, as counted by the API servers.
import { Figure, figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { BenchPart } from '../harness/runBench';
import { sampleName } from '../kube/sample';
import { Api, collectionOf } from '../kube/sampleCrd';
import { apis } from './api';
import { watchArrivals } from './objectArrivals';
import {
  createSynced,
  keyOf,
  openNamespace,
  arrivalTimeoutMs,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { waitForIdle, writesOnBoth } from './waitForIdle';
import { changeStatuses } from './statusRate';

const count = 100;
const namespace = 'writes';

/** Writes per object that the work causes, without the one write of the user or the provider. */
async function writesOf(
  environment: KonnectorEnvironment,
  work: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<number> {
  const before = await waitForIdle(environment, signal);
  await work();
  const after = await waitForIdle(environment, signal);
  const writes = writesOnBoth(before, after);
  return writes.reduce((sum, [, made]) => sum + made, 0) / count - 1;
}

async function changeSpecs(
  { app, serviceNamespace }: KonnectorEnvironment,
  api: Api,
  copies: Awaited<ReturnType<typeof watchCopies>>,
): Promise<void> {
  await inParallel(8, count, index =>
    app.send('PATCH', `${collectionOf(api, namespace)}/${sampleName(index)}`, {
      spec: { counter: 1 },
    }),
  );
  const targetNamespace = serviceNamespace(namespace);
  const tokens = Array.from(
    { length: count },
    (_, index) => `${keyOf(targetNamespace, index)}#1`,
  );
  await copies.all(tokens, arrivalTimeoutMs);
}

const figure = (name: string, value: number, limit: number): Figure =>
  figureOf({
    name: `writes of the konnector, ${name}`,
    value,
    unit: 'an object',
    target: { on: 'value', at: 'most', limit },
  });

export const writesPerObject: BenchPart<KonnectorEnvironment> = {
  about: `writes for a create, a spec change and a status change, of ${count} objects`,
  async run({ environment, signal }) {
    const stop = new AbortController();
    const until = AbortSignal.any([stop.signal, signal]);
    const api = apis.main;
    try {
      const copies = await watchCopies(environment, api, until);
      const objects = await watchArrivals(
        environment.app,
        collectionOf(api),
        until,
      );
      await openNamespace(environment, api, namespace, copies);
      const run = { namespace, count };
      const create = await writesOf(
        environment,
        () => createSynced(environment, api, run, copies),
        signal,
      );
      const spec = await writesOf(
        environment,
        () => changeSpecs(environment, api, copies),
        signal,
      );
      const status = await writesOf(
        environment,
        () =>
          changeStatuses(
            environment,
            { of: namespace, count, round: 1 },
            objects,
          ),
        signal,
      );
      return [
        figure('create', create, 2),
        figure('spec change', spec, 1),
        figure('status change', status, 1),
      ];
    } finally {
      stop.abort();
    }
  },
};
