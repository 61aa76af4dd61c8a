/** Executes the decision of `planDeletion`: the only place that deletes copies of synced objects. */
import {
  core,
  isForbidden,
  isNotFound,
  keyOf,
  type KubeClient,
  type ObjectKey,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { fieldManagers } from '@klutch/bind-api';
import { withClusterError } from '../feedback/ClusterError';
import type { Mapping } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import { isFinalized } from '../mutationCache';
import type { Breaker, PendingDeletion } from './breaker/Breaker';
import { deleteAsRead } from './deleteAsRead';
import { lostOwner } from './lostOwner';
import {
  planByObject,
  planDeletion,
  planRemoveFinalizer,
  type DeletionStep,
} from './planDeletion';

/** What was done. `finalized` is the app cluster object without our finalizer; undefined when it no longer exists. */
export type DeletionOutcome =
  | { done: Exclude<DeletionStep['step'], 'remove-finalizer' | 'wait'> }
  /** `why`: reason why it is unknown whether there is a copy. */
  | { done: 'wait'; why?: string }
  /** The breaker paused the deletion. */
  | { done: 'paused' }
  | {
      done: 'remove-finalizer';
      kept?: string;
      finalized: Unstructured | undefined;
    };

export interface DeleteCopyOptions {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  mapping: Mapping;
  /** Name of the app cluster's CRD. */
  crdName: string;
  /** Key of the object on the app cluster. */
  key: ObjectKey;
  expectedUid: string | undefined;
  breaker: Breaker;
  /** Called with the copy to delete before the breaker decides; undefined when there is none (any more). */
  onPendingDeletion: (pendingDeletion: PendingDeletion | undefined) => void;
  pins: ClusterPins;
  write: <T>(
    write: 'delete' | 'remove-finalizer',
    send: () => Promise<T>,
  ) => Promise<T>;
}

/**
 * Reads both objects live, decides and executes one step. Where an annotation
 * keeps the copy, only the app cluster is read.
 * @throws ClusterError
 */
export async function deleteCopy(
  options: DeleteCopyOptions,
): Promise<DeletionOutcome> {
  const { consumerClient, providerClient, mapping, key } = options;
  // The object was seen deleting before this read begins, so the read sees a
  // deleted CRD as deleting if that is the cause.
  const requests = Promise.all([
    withClusterError(
      'app cluster',
      consumerClient.get(core.customResourceDefinitions, {
        name: options.crdName,
      }),
    ),
    withClusterError('control plane', readCopy(providerClient, mapping, key)),
  ]);
  // Where the object alone decides, the responses are not awaited.
  requests.catch(() => undefined);
  const consumer = await withClusterError(
    'app cluster',
    getIfServed(consumerClient, mapping.consumer, key),
  );
  const stepByObject = consumer && planByObject(consumer, options.expectedUid);
  if (stepByObject?.step === 'remove-finalizer')
    return finalize(options, consumer, stepByObject.kept);

  const [crd, copy] = await requests;
  const step = planDeletion({
    consumer,
    crd,
    lostOwner:
      consumer &&
      (await withClusterError(
        'app cluster',
        lostOwner(consumerClient, consumer),
      )),
    provider: copy.object,
    unknown: copy.unknown,
    expectedUid: options.expectedUid,
    pins: options.pins,
    marks: mapping.marks,
  });
  if (step.step !== 'delete-copy' && copy.unknown === undefined)
    options.onPendingDeletion(undefined);
  switch (step.step) {
    case 'delete-copy':
      return copy.object
        ? sendDeletion(options, copy.object)
        : { done: 'wait' };
    case 'remove-finalizer':
      return finalize(options, consumer, step.kept);
    case 'wait':
      return { done: 'wait', why: step.why };
    default:
      return { done: step.step };
  }
}

/** Deletes the copy that was read, if the breaker permits. */
async function sendDeletion(
  { breaker, mapping, key, providerClient, ...options }: DeleteCopyOptions,
  copy: Unstructured,
): Promise<DeletionOutcome> {
  const { uid = '' } = copy.metadata;
  const pendingDeletion = { uid, name: keyOf({ metadata: key }) };
  options.onPendingDeletion(pendingDeletion);
  const sent = await breaker.execute(pendingDeletion, () =>
    withClusterError(
      'control plane',
      options.write('delete', () =>
        deleteAsRead(providerClient, mapping.provider, copy),
      ),
    ),
  );
  if (!sent) return { done: 'paused' };
  options.onPendingDeletion(undefined);
  return { done: 'delete-copy' };
}

async function finalize(
  { consumerClient, mapping, write }: DeleteCopyOptions,
  consumer: Unstructured | undefined,
  kept: string | undefined,
): Promise<DeletionOutcome> {
  const finalized =
    consumer &&
    (await withClusterError(
      'app cluster',
      write('remove-finalizer', () =>
        removeFinalizer(consumerClient, mapping.consumer, consumer),
      ),
    ));
  return { done: 'remove-finalizer', kept, finalized };
}

/** Removes our finalizer from an object; undefined when the object no longer exists afterwards. */
export async function removeFinalizer(
  client: KubeClient,
  resource: Resource,
  consumer: Unstructured,
): Promise<Unstructured | undefined> {
  const patch = planRemoveFinalizer(consumer);
  if (!patch) return consumer;
  const { namespace, name = '' } = consumer.metadata;
  try {
    const written = await client.mergePatch(
      resource,
      { namespace, name },
      patch,
      { fieldManager: fieldManagers.marker },
    );
    return isFinalized(written) ? undefined : written;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A copy, if there is one. */
interface FoundCopy {
  object?: Unstructured;
  /** See `DeletionFacts`. */
  unknown?: string;
}

async function readCopy(
  client: KubeClient,
  mapping: Mapping,
  key: ObjectKey,
): Promise<FoundCopy> {
  const liveLocation = await mapping.locateLive(key);
  if (liveLocation.at === 'waiting') return { unknown: liveLocation.why };
  const copyKey =
    liveLocation.at === 'ready' ? liveLocation.key : liveLocation.formerKey;
  if (!copyKey) return {};
  try {
    return { object: await client.get(mapping.provider, copyKey) };
  } catch (error) {
    // The rights in a service namespace are deleted with it, so Forbidden
    // counts as not found; otherwise the finalizer would never be removed.
    if (liveLocation.at === 'missing' && isForbidden(error)) return {};
    throw error;
  }
}

/** A type that is not served has no objects. */
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
