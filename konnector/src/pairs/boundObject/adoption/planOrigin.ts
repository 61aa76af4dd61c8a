/** Makes an existing object of the control plane our copy. Pure. */
import { fieldManagers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { annotations, isMark, ownMarksIn } from '../../../markers';
import { isApplied } from '../plan/intent';
import type { ApplyIntent } from '../plan/model';
import { union, type ManagedFields } from '../../../ownership/planTakeOver';

type Fields = Record<string, unknown>;

/** Splits an entry into the fields that stay and those we take over: all content except metadata and status. */
function split(entry: ManagedFields): { rest: ManagedFields[]; taken: Fields } {
  if (entry.subresource) return { rest: [entry], taken: {} };
  const {
    'f:metadata': metadata,
    'f:status': status,
    ...taken
  } = entry.fieldsV1 ?? {};
  const left = {
    ...(metadata !== undefined && { 'f:metadata': metadata }),
    ...(status !== undefined && { 'f:status': status }),
  };
  return {
    rest: Object.keys(left).length > 0 ? [{ ...entry, fieldsV1: left }] : [],
    taken,
  };
}

/**
 * Adopts the origin of an object as its copy (change `adopt-origin`): merge patch with preconditions that adds our
 * marks and makes the content count as applied by us. Afterwards the app cluster is authoritative: a field that its user
 * removes is removed from the copy, whichever manager wrote the field. The hash is among the marks only if no apply is
 * needed.
 * @param live - read live, with its managed fields.
 */
export function planOrigin(live: Unstructured, intent: ApplyIntent): object {
  const entries = (live.metadata.managedFields ?? []) as ManagedFields[];
  const parts = entries.map(split);
  const taken = parts.reduce<Fields>(
    (fields, part) => union(fields, part.taken),
    {},
  );
  const { [annotations.appliedHash]: hash, ...desired } =
    intent.metadata.annotations;
  const theirs = Object.entries(desired).filter(([key]) => !isMark(key));
  const unmarked = {
    ...intent.metadata,
    annotations: Object.fromEntries(theirs),
  };
  const isComplete = isApplied({ ...intent, metadata: unmarked }, live);
  return {
    metadata: {
      uid: live.metadata.uid,
      resourceVersion: live.metadata.resourceVersion,
      annotations: {
        ...ownMarksIn(desired),
        ...(isComplete && { [annotations.appliedHash]: hash }),
      },
      managedFields: [
        ...parts.flatMap(({ rest }) => rest),
        {
          manager: fieldManagers.spec,
          operation: 'Apply',
          apiVersion: intent.apiVersion,
          time: live.metadata.creationTimestamp,
          fieldsType: 'FieldsV1',
          fieldsV1: taken,
        },
      ],
    },
  };
}

/**
 * Adopts an object whose owner released it with the annotation `adopt` (change `adopt-released`): merge patch with
 * preconditions that adds our marks and removes the annotation, as it would also allow another app cluster to take over
 * the object later. The content and the hash are left to the following apply.
 * @param live - read live.
 */
export function planAdoptReleased(
  live: Unstructured,
  intent: ApplyIntent,
): object {
  const { [annotations.appliedHash]: _hash, ...desired } =
    intent.metadata.annotations;
  return {
    metadata: {
      uid: live.metadata.uid,
      resourceVersion: live.metadata.resourceVersion,
      annotations: { ...ownMarksIn(desired), [annotations.adopt]: null },
    },
  };
}
