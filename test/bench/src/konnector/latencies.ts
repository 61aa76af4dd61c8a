// Latency of a single create until an independent watcher has seen the copy.
import { setTimeout as wait } from 'node:timers/promises';
import { Api, collectionOf } from '../kube/sampleCrd';
import { objectOf } from './api';
import { Arrivals } from '../harness/Arrivals';
import { createBare, keyOf, arrivalTimeoutMs } from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';

/** Pause between two creates, so that each one is processed alone. */
const pauseMs = 20;

const since = (started: number, arrivals: Arrivals, token: string): number =>
  (arrivals.at(token) ?? NaN) - started;

/**
 * Milliseconds from the start of each create until its copy was seen; creates objects one after another.
 *
 * @param run.copiesIn - the namespace of the copies
 */
export async function singleCreates(
  { app }: KonnectorEnvironment,
  api: Api,
  run: { namespace: string; copiesIn: string; from: number; count: number },
  copies: Arrivals,
): Promise<number[]> {
  const { namespace, copiesIn, from, count } = run;
  const latencies: number[] = [];
  for (let index = from; index < from + count; index += 1) {
    const object = objectOf(api, namespace, index);
    const token = keyOf(copiesIn, index);
    const started = performance.now();
    await app.send('POST', collectionOf(api, namespace), object);
    await copies.all([token], arrivalTimeoutMs);
    latencies.push(since(started, copies, token));
    await wait(pauseMs);
  }
  return latencies;
}

/** As {@link singleCreates}, for the three writes of the bare loop. */
export async function singleBareCreates(
  environment: KonnectorEnvironment,
  run: { namespace: string; from: number; count: number },
  copies: Arrivals,
): Promise<number[]> {
  const { namespace, from, count } = run;
  const latencies: number[] = [];
  for (let index = from; index < from + count; index += 1) {
    const token = keyOf(namespace, index);
    const started = performance.now();
    await createBare(environment, namespace, index);
    await copies.all([token], arrivalTimeoutMs);
    latencies.push(since(started, copies, token));
    await wait(pauseMs);
  }
  return latencies;
}
