// Status updates per second that arrive on the app cluster; the baseline is the bare loop.
import { figureOf } from '../harness/figures';
import { inParallel, interleaved, secondsOf } from '../harness/interleaved';
import { BenchContext, BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import { sampleName } from '../kube/sample';
import { Api, collectionOf } from '../kube/sampleCrd';
import { apis } from './api';
import { Arrivals } from '../harness/Arrivals';
import { watchArrivals } from './objectArrivals';
import {
  concurrency,
  createAllBare,
  createSynced,
  keysOf,
  openBareNamespace,
  openNamespace,
  arrivalTimeoutMs,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { objectsPerRun } from './objectsPerRun';

const namespace = 'status';
const bareNamespace = 'status-bare';

export const statusOf = (round: number) => ({
  status: { phase: 'Ready', round },
});

export const statusPath = (api: Api, of: string, index: number): string =>
  `${collectionOf(api, of)}/${sampleName(index)}/status`;

/** Creates the objects whose status the konnector and the bare loop update. */
async function populate(
  environment: KonnectorEnvironment,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const copies = await watchCopies(environment, apis.main, signal);
  const bareCopies = await watchCopies(environment, apis.bare, signal);
  await openNamespace(environment, apis.main, namespace, copies);
  await createSynced(environment, apis.main, { namespace, count }, copies);
  await openBareNamespace(environment, bareNamespace);
  const run = { namespace: bareNamespace, count };
  await createAllBare(environment, run, bareCopies);
}

/** Updates the status of all objects of a namespace once; the round distinguishes the update from earlier ones. */
export async function changeStatuses(
  { control, serviceNamespace }: KonnectorEnvironment,
  { of, count, round }: { of: string; count: number; round: number },
  objects: Arrivals,
): Promise<void> {
  const targetNamespace = serviceNamespace(of);
  await inParallel(concurrency, count, index =>
    control.send(
      'PATCH',
      statusPath(apis.main, targetNamespace, index),
      statusOf(round),
    ),
  );
  const tokens = keysOf(of, count).map(key => `${key}@${round}`);
  await objects.all(tokens, arrivalTimeoutMs);
}

async function changeBare(
  { control, app }: KonnectorEnvironment,
  { count, round }: { count: number; round: number },
  objects: Arrivals,
): Promise<void> {
  const of = bareNamespace;
  await inParallel(concurrency, count, async index => {
    const path = statusPath(apis.bare, of, index);
    await control.send('PATCH', path, statusOf(round));
    await app.send('PATCH', path, statusOf(round));
  });
  const tokens = keysOf(of, count).map(key => `${key}@${round}`);
  await objects.all(tokens, arrivalTimeoutMs);
}

async function measure(
  { environment, repeats }: BenchContext<KonnectorEnvironment>,
  signal: AbortSignal,
) {
  const { app } = environment;
  const count = objectsPerRun(environment.objects, repeats);
  await populate(environment, count, signal);
  const objects = await watchArrivals(app, collectionOf(apis.main), signal);
  const bares = await watchArrivals(app, collectionOf(apis.bare), signal);
  return interleaved(
    repeats,
    async round => {
      const run = { of: namespace, count, round };
      const change = () => changeStatuses(environment, run, objects);
      return count / (await secondsOf(change));
    },
    async round =>
      count /
      (await secondsOf(() => changeBare(environment, { count, round }, bares))),
  );
}

export const statusRate: BenchPart<KonnectorEnvironment> = {
  about: 'status updates that arrive on the app cluster, beside the bare loop',
  async run(context) {
    const stop = new AbortController();
    try {
      const { ours, bare } = await measure(
        context,
        AbortSignal.any([stop.signal, context.signal]),
      );
      return [
        figureOf({
          name: 'status updates synced',
          value: median(ours),
          unit: '/s',
          baseline: median(bare),
          target: { on: 'ratio', at: 'least', limit: 0.75 },
        }),
      ];
    } finally {
      stop.abort();
    }
  },
};
