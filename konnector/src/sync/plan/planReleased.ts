/**
 * Turns an object that its owner released with an annotation into our copy.
 * Pure.
 */
import { names } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../markers';
import type { ApplyIntent } from './model';

/**
 * Merge patch with preconditions: adds our marks and removes the permission in
 * the same write, as it would also allow a later take-over by another app
 * cluster. The content and the hash are left to the following apply.
 * @param live - read live.
 */
export function planReleased(live: Unstructured, intent: ApplyIntent): object {
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
