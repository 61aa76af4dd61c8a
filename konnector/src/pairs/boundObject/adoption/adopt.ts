/**
 * Relates objects of the control plane to the app cluster's: creates the object of one that was created directly on the
 * control plane, and detects whether an object was created so.
 */
import { finalizers } from '@klutch/bind-api';
import {
  apiVersionOf,
  isAlreadyExists,
  keyOf,
  type ObjectKey,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { planRetry, type RetryPlan } from '../../../feedback/planRetry';
import { isTargetMissing, missingCheckMs } from '../../../feedback/refusal';
import { isNamespaceMissing } from '../../../namespaces/appClusterNamespaces';
import { createObject } from '../apply';
import { observeCopy } from '../facts';
import type { ReconcileScope } from '../reconcileScope';
import { syncedMetadata } from '../../../mapping/syncedMetadata';
import { annotations } from '../../../markers';
import {
  isAdoptable,
  isMadeFrom,
  isUnclaimed,
} from '../../../ownership/ownership';

/** Retry delay after AlreadyExists, until the watch shows the other object; milliseconds. */
const recheckMs = 1_000;

/**
 * For keys without an object on the app cluster. Never relies on a cache alone:
 * a copy deleted a moment ago must not come back as an object.
 * @returns true when there is an object now.
 */
export async function adopt(scope: ReconcileScope): Promise<boolean> {
  const { state, key, objectKey, context } = scope;
  const { mapping, providers } = state;
  const { adoptionBackoff } = state.memories.of(key);
  state.memories.forget(key);
  const copyLocation = mapping.locate(objectKey);
  if (copyLocation.at === 'ready' && !providers.hasSynced(copyLocation.key))
    return false;
  // A namespace created later enqueues the key again.
  const isPossible =
    copyLocation.at === 'ready' &&
    !isNamespaceMissing(state.namespaces, objectKey);
  const live = isPossible
    ? await readOrigin(scope, copyLocation.key)
    : undefined;
  if (!live) return false;

  const desired = planAdoption(live, mapping.consumer, objectKey);
  try {
    await createObject(scope, desired);
    context.logger.info(
      { copyLocation: keyOf(live) },
      'adopted an object of the control plane',
    );
    return true;
  } catch (error) {
    if (isAlreadyExists(error)) {
      context.requeueAfter(recheckMs);
      return false;
    }
    if (isTargetMissing(error, 'app cluster')) {
      context.requeueAfter(missingCheckMs);
      return false;
    }
    const retry = planRetry(error, 'app cluster', adoptionBackoff);
    if (!retry) throw error;
    context.logger.warn(
      { err: error, copyLocation: keyOf(live) },
      'an object of the control plane could not be created on the app cluster',
    );
    scheduleRetry(scope, retry);
    return false;
  }
}

/** The live object to adopt; undefined: none. */
async function readOrigin(
  scope: ReconcileScope,
  copyKey: ObjectKey,
): Promise<Unstructured | undefined> {
  const { mapping, providerClient } = scope.state;
  const { object: cached } = observeCopy(scope, copyKey);
  if (!cached || !isAdoptable(cached, mapping.marks)) return undefined;
  const live = await providerClient.get(mapping.provider, copyKey);
  return live && isAdoptable(live, mapping.marks) ? live : undefined;
}

/** Schedules a retry; a persistent problem is reported on the binding, as there is no object for an Event. */
function scheduleRetry(
  { state, key, context, result }: ReconcileScope,
  { refusal, backoff, requeueAfterMs, isReported }: RetryPlan,
): void {
  context.requeueAfter(requeueAfterMs);
  if (backoff) state.memories.change(key, { adoptionBackoff: backoff });
  if (!isReported) {
    result.problem = refusal.message;
    return;
  }
  result.issue = {
    kind: 'refused',
    why: `The object exists on the control plane and cannot be created on the app cluster. ${refusal.message}`,
  };
}

/**
 * Converts an object of the control plane to its app cluster object. Pure. Copies all content except the status, which
 * is synced separately, and only those labels and annotations that are synced upwards. Finalizers and owners are
 * dropped, as no controller on the app cluster handles them. Our own finalizer is set from the start, so that no
 * deletion is missed.
 * @param key - of the object to create.
 */
export function planAdoption(
  origin: Unstructured,
  resource: Resource,
  key: ObjectKey,
): Unstructured {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata,
    status: _status,
    ...content
  } = origin;
  const labels = syncedMetadata(metadata.labels);
  return {
    ...content,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      ...key,
      ...(Object.keys(labels).length > 0 && { labels }),
      annotations: {
        ...syncedMetadata(metadata.annotations),
        [annotations.bound]: 'true',
        [annotations.adoptedFrom]: metadata.uid ?? '',
      },
      finalizers: [finalizers.syncer],
    },
  };
}

/**
 * Detects whether the reference's konnector created an object from the one at its location; caches do not contain the
 * evidence.
 * @returns the object, with the evidence if there is any; the same two objects are read only once.
 */
export async function findOrigin(
  { state, key, objectKey }: ReconcileScope,
  object: Unstructured,
  copy: Unstructured | undefined,
  copyKey: ObjectKey,
): Promise<Unstructured> {
  const { mapping, consumerClient, providerClient } = state;
  const { memories } = state;
  if (
    !copy ||
    !isUnclaimed(copy, mapping.marks) ||
    isMadeFrom(object, copy) ||
    memories.of(key).unrelatedCopyUid === copy.metadata.uid
  ) {
    return object;
  }
  const [live, origin] = await Promise.all([
    consumerClient.get(mapping.consumer, objectKey),
    providerClient.get(mapping.provider, copyKey),
  ]);
  if (!live || !origin || !isMadeFrom(live, origin)) {
    memories.change(key, { unrelatedCopyUid: copy.metadata.uid });
    return object;
  }
  const { managedFields, creationTimestamp } = live.metadata;
  return {
    ...object,
    metadata: { ...object.metadata, managedFields, creationTimestamp },
  };
}
