/** Carries out what `planDeletion` decides: the only place of the konnector that deletes on the control plane's data. */
import {
  core,
  isNotFound,
  type KubeClient,
  type ObjectKey,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { fieldManagers } from '@klutch/bind-api';
import type { ClusterPins } from '../markers';
import { planDeletion, type DeletionStep } from './planDeletion';
import { planRelease } from './planMarker';

/** What was done. `released` is the app cluster object without our finalizer; undefined when it is gone. */
export type DeletionOutcome =
  | { done: Exclude<DeletionStep['step'], 'release'> }
  | { done: 'release'; kept?: string; released: Unstructured | undefined };

/**
 * Reads everything live, decides, does one step.
 * @param options.serviceNamespace - asks for the mapping live; undefined: there is none, so no copy either.
 */
export async function deleteCopy(options: {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  resource: Resource;
  /** Name of the app cluster's CRD. */
  crdName: string;
  key: ObjectKey;
  expectedUid: string | undefined;
  serviceNamespace: () => Promise<string | undefined>;
  pins: ClusterPins;
}): Promise<DeletionOutcome> {
  const { consumerClient, providerClient, resource, key } = options;
  // The object was seen deleting before this read begins, so a CRD that is the cause is seen deleting by it.
  const [consumer, crd, copy] = await Promise.all([
    getIfServed(consumerClient, resource, key),
    consumerClient.get(core.customResourceDefinitions, {
      name: options.crdName,
    }),
    readCopy(options),
  ]);
  const { namespace, provider } = copy;

  const step = planDeletion({
    consumer,
    crd,
    provider,
    expectedUid: options.expectedUid,
    pins: options.pins,
  });
  switch (step.step) {
    case 'delete-copy': {
      const { uid, resourceVersion } = step;
      await providerClient.delete(
        resource,
        { namespace, name: key.name },
        { preconditions: { uid, resourceVersion } },
      );
      return { done: 'delete-copy' };
    }
    case 'release':
      return {
        done: 'release',
        kept: step.kept,
        released:
          consumer && (await release(consumerClient, resource, consumer)),
      };
    default:
      return { done: step.step };
  }
}

/** Takes our finalizer off an object; undefined when the object is gone then. */
export async function release(
  client: KubeClient,
  resource: Resource,
  consumer: Unstructured,
): Promise<Unstructured | undefined> {
  const patch = planRelease(consumer);
  if (!patch) return consumer;
  const { namespace, name = '' } = consumer.metadata;
  try {
    const written = await client.mergePatch(
      resource,
      { namespace, name },
      patch,
      { fieldManager: fieldManagers.marker },
    );
    const left = written.metadata.finalizers ?? [];
    return written.metadata.deletionTimestamp && left.length === 0
      ? undefined
      : written;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Without a service namespace there never was a copy. */
async function readCopy(options: {
  providerClient: KubeClient;
  resource: Resource;
  key: ObjectKey;
  serviceNamespace: () => Promise<string | undefined>;
}): Promise<{ namespace?: string; provider?: Unstructured }> {
  const namespace = await options.serviceNamespace();
  if (namespace === undefined) return {};
  const { providerClient, resource, key } = options;
  const provider = await providerClient.get(resource, {
    namespace,
    name: key.name,
  });
  return { namespace, provider };
}

/** A type that is not served any more has no objects. */
async function getIfServed(
  client: KubeClient,
  resource: Resource,
  key: ObjectKey,
): Promise<Unstructured | undefined> {
  try {
    return await client.get(resource, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
