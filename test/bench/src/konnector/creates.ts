// Creates objects as a user of the app cluster or as the bare loop, and waits until a watcher has seen the copies.
import { BareApi } from '../harness/bareApi';
import { inParallel, secondsOf } from '../harness/interleaved';
import { createNamespace, sampleName } from '../kube/sample';
import { Api, collectionOf } from '../kube/sampleCrd';
import { apis, objectOf } from './api';
import { Arrivals } from '../harness/Arrivals';
import { watchArrivals } from './objectArrivals';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { copyMetadata, finalizerPatch } from './wire';

/** Concurrent requests of a user, and of the bare loop. */
export const concurrency = 32;
/** Timeout for the arrival of all objects of a run. */
export const arrivalTimeoutMs = 300_000;
/** Index of the first object in each namespace. */
const first = 999_999;

export const keyOf = (namespace: string, index: number): string =>
  `${namespace}/${sampleName(index)}`;

/** Keys of the first objects of a namespace. */
export const keysOf = (namespace: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => keyOf(namespace, index));

export const watchCopies = (
  { control }: KonnectorEnvironment,
  api: Api,
  signal: AbortSignal,
): Promise<Arrivals> => watchArrivals(control, collectionOf(api), signal);

/** Creates a namespace with one object, and waits until its service namespace contains the copy. */
export async function openNamespace(
  environment: KonnectorEnvironment,
  api: Api,
  namespace: string,
  copies: Arrivals,
): Promise<void> {
  const { app, serviceNamespace } = environment;
  await createNamespace(app, namespace);
  await app.send(
    'POST',
    collectionOf(api, namespace),
    objectOf(api, namespace, first),
  );
  await copies.all(
    [keyOf(serviceNamespace(namespace), first)],
    arrivalTimeoutMs,
  );
  environment.synced += 1;
}

/** Creates objects in an open namespace. Resolves with the seconds until the watcher has seen the last copy. */
export async function createSynced(
  environment: KonnectorEnvironment,
  api: Api,
  { namespace, count }: { namespace: string; count: number },
  copies: Arrivals,
): Promise<number> {
  const { app, serviceNamespace } = environment;
  const targetNamespace = serviceNamespace(namespace);
  const keys = keysOf(targetNamespace, count);
  const seconds = await secondsOf(async () => {
    await inParallel(concurrency, count, index =>
      app.send(
        'POST',
        collectionOf(api, namespace),
        objectOf(api, namespace, index),
      ),
    );
    await copies.all(keys, arrivalTimeoutMs);
  });
  environment.synced += count;
  return seconds;
}

/** The konnector's write on the app cluster, by the bare loop. */
export const addFinalizerBare = (
  app: BareApi,
  namespace: string,
  index: number,
): Promise<unknown> =>
  app.send(
    'PATCH',
    `${collectionOf(apis.bare, namespace)}/${sampleName(index)}`,
    finalizerPatch,
  );

/** The konnector's create on the control plane, by the bare loop. */
export function copyBare(
  control: BareApi,
  namespace: string,
  index: number,
): Promise<unknown> {
  const object = objectOf(apis.bare, namespace, index);
  const metadata = copyMetadata(object);
  return control.send('POST', collectionOf(apis.bare, namespace), {
    ...object,
    metadata,
  });
}

/** The three writes of a synced create, by the bare loop. */
export async function createBare(
  { app, control }: KonnectorEnvironment,
  namespace: string,
  index: number,
): Promise<void> {
  await app.send(
    'POST',
    collectionOf(apis.bare, namespace),
    objectOf(apis.bare, namespace, index),
  );
  await addFinalizerBare(app, namespace, index);
  await copyBare(control, namespace, index);
}

/** Creates a namespace of the bare loop on both clusters. */
export async function openBareNamespace(
  { app, control }: KonnectorEnvironment,
  namespace: string,
): Promise<void> {
  await createNamespace(app, namespace);
  await createNamespace(control, namespace);
}

/** As {@link createSynced}, by the bare loop. */
export async function createAllBare(
  environment: KonnectorEnvironment,
  { namespace, count }: { namespace: string; count: number },
  copies: Arrivals,
): Promise<number> {
  const keys = keysOf(namespace, count);
  return secondsOf(async () => {
    await inParallel(concurrency, count, index =>
      createBare(environment, namespace, index),
    );
    await copies.all(keys, arrivalTimeoutMs);
  });
}
