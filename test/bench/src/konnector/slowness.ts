// Measures how much slower this machine is than the reference machine of the time limits.
import { createAllBare, openBareNamespace, watchCopies } from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { apis } from './api';

/** Creates per second of the bare loop on the reference machine. */
const referencePerSecond = 350;
const warmUp = 300;
const measured = 1_000;

/** At least 1, because the limits are not reduced on a faster machine. */
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
