/** Makes what a person released for us our copy. Pure. */
import { names } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { annotations } from '../../markers';
import type { ApplyIntent } from './model';

/**
 * Merge patch with preconditions: our marks appear, and the permission goes with the same write, else it would hold for
 * the next one who wants the object, too. Its content is left to the apply that follows, and so is the hash.
 * @param live - read live.
 */
export function planReleased(live: Unstructured, intent: ApplyIntent): object {
  const { [annotations.appliedHash]: _hash, ...wanted } =
    intent.metadata.annotations;
  const marks = Object.entries(wanted).filter(([key]) =>
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
