// How much slower this machine is than the one that limits of time were given for.
import { createAllBare, openBareNamespace, watchCopies } from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { apis } from './api';

/** Creates a second by the bare loop on the machine of the limits. */
const referencePerSecond = 350;
const warmUp = 300;
const measured = 1_000;

/** 1 or more: a faster machine must meet the limits as they are. */
export async function measureSlowness(
  environment: KonnectorEnvironment,
  signal: AbortSignal,
): Promise<number> {
  const stop = new AbortController();
  const until = AbortSignal.any([stop.signal, signal]);
  try {
    const copies = await watchCopies(environment, apis.bare, until);
    const create = async (namespace: string, count: number) => {
      await openBareNamespace(environment, namespace);
      return createAllBare(environment, { namespace, count }, copies);
    };
    await create('slowness-warm-up', warmUp);
    const seconds = await create('slowness', measured);
    return Math.max(1, (referencePerSecond * seconds) / measured);
  } finally {
    stop.abort();
  }
}
