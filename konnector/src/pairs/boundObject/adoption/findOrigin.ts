/**
 * Detects whether the reference's konnector created an object from the one at
 * its location; caches do not contain the evidence.
 */
import type { ObjectKey, Unstructured } from '@klutch/kube';
import type { ReconcileScope } from '../reconcileScope';
import { isUnclaimed } from '../../../ownership/isAdoptable';
import { isMadeFrom } from '../../../ownership/origin';

/** @returns the object, with the evidence if there is any; the same two objects are read only once. */
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
