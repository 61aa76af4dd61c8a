/** Finds out whether the reference's konnector made an object from what stands at its place; caches do not show that. */
import type { ObjectKey, Unstructured } from '@klutch/kube';
import type { Run } from '../run';
import { isUnclaimed } from '../../ownership/isAdoptable';
import { isMadeFrom } from '../../ownership/origin';

/** @returns the object, with the evidence if there is some; nothing is asked twice about the same two objects. */
export async function findOrigin(
  { state, key, objectKey }: Run,
  object: Unstructured,
  copy: Unstructured | undefined,
  copyKey: ObjectKey,
): Promise<Unstructured> {
  const { mapping, consumerClient, providerClient } = state.parts;
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
