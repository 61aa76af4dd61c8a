/**
 * Adopts an object of the control plane whose owner released it with the
 * annotation `adopt`: the object becomes our copy (change `adopt-released`). Pure.
 */
import { names } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../../markers';
import type { ApplyIntent } from './model';

/**
 * Merge patch with preconditions: adds our marks and removes the annotation
 * `adopt` in the same write, as the annotation would also allow another app
 * cluster to take over the object later. The content and the hash are left to the following apply.
 * @param live - read live.
 */
export function planAdoptReleased(
  live: Unstructured,
  intent: ApplyIntent,
): object {
  const { [annotations.appliedHash]: _hash, ...desired } =
    intent.metadata.annotations;
  const marks = Object.entries(desired).filter(([key]) =>
    key.startsWith(`${names.group}/`),
  );
  return {
    metadata: {
      uid: live.metadata.uid,
      resourceVersion: live.metadata.resourceVersion,
      annotations: { ...Object.fromEntries(marks), [annotations.adopt]: null },
    },
  };
}
