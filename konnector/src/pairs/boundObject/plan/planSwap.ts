/**
 * The swap: takes over a copy that the reference's konnector created (change `take-over`) with one write, after which
 * our field manager owns the fields as if it had applied them from the start. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { fieldManagers } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { annotations, ownMarksIn } from '../../../markers';
import type { ApplyIntent } from './model';
import {
  isOurEntry,
  isReferenceEntry,
  union,
  type ManagedFields,
} from '../../../ownership/planTakeOver';
import { isJsonObject } from '../../../json/projection';

type Fields = Record<string, unknown>;

/** The removals in a merge patch, and whether they are complete. */
interface Removals {
  patch: Fields;
  complete: boolean;
}

const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {});
const isField = (name: string) => name.startsWith('f:');

/**
 * The fields of `live` that only the reference owns and that are not in `desired`. A merge patch cannot remove list
 * items; then the result is incomplete, and an apply must follow.
 */
function removalsOf(
  owned: Fields,
  others: Fields,
  live: Fields,
  desired: Fields,
): Removals {
  const patch: Fields = {};
  let complete = true;
  for (const [name, subtree] of Object.entries(owned)) {
    const key = name.slice(2);
    if (!isField(name) || live[key] === undefined) continue;
    const ours = fieldsOf(subtree);
    const theirs = others[name];
    if (isJsonObject(live[key]) && Object.keys(ours).some(isField)) {
      const nested = removalsOf(
        ours,
        fieldsOf(theirs),
        live[key],
        fieldsOf(desired[key]),
      );
      const left = Object.keys(live[key]).filter(
        part => !(part in nested.patch),
      );
      complete &&= nested.complete;
      if (left.length === 0 && !theirs && desired[key] === undefined) {
        patch[key] = null;
      } else if (Object.keys(nested.patch).length > 0) {
        patch[key] = nested.patch;
      }
    } else if (desired[key] === undefined) {
      if (!theirs) patch[key] = null;
    } else if (!isDeepStrictEqual(live[key], desired[key])) {
      complete = false;
    }
  }
  return { patch, complete };
}

/**
 * The provider's finalizers and owners are never taken over, even where the
 * reference applied them with everything else.
 */
function withoutForeignMetadata(fields: Fields): Fields {
  const {
    'f:finalizers': _finalizers,
    'f:ownerReferences': _owners,
    ...metadata
  } = fieldsOf(fields['f:metadata']);
  return { ...fields, 'f:metadata': metadata };
}

/**
 * Merge patch with preconditions: takes over the reference's fields, removes undesired ones, and adds our marks.
 * Differing values are left to the following apply: a patch would record them as an Update besides our Apply in the
 * managed fields, and a later apply could not remove them. The hash is among the marks only if no apply is needed.
 * @param live - read live, with its managed fields.
 */
export function planSwap(live: Unstructured, intent: ApplyIntent): object {
  const entries = (live.metadata.managedFields ?? []) as ManagedFields[];
  const isTaken = (entry: ManagedFields) =>
    isReferenceEntry(entry) || isOurEntry(entry);
  const all = (part: ManagedFields[]) =>
    part.reduce<Fields>(
      (fields, { fieldsV1 }) => union(fields, fieldsV1 ?? {}),
      {},
    );
  const taken = entries.filter(isTaken);
  const rest = entries.filter(entry => !isTaken(entry));
  const owned = withoutForeignMetadata(all(taken));
  const others = all(rest);
  const { metadata, apiVersion: _version, kind: _kind, ...content } = intent;
  const { status: _status, ...fields } = { ...live };
  const {
    'f:metadata': ownedMetadata,
    'f:status': _ownedStatus,
    ...ownedContent
  } = owned;

  const ofContent = removalsOf(ownedContent, others, fields, content);
  const ofMetadata = removalsOf(
    fieldsOf(ownedMetadata),
    fieldsOf(others['f:metadata']),
    { labels: live.metadata.labels, annotations: live.metadata.annotations },
    { labels: metadata.labels, annotations: metadata.annotations },
  );
  const { [annotations.appliedHash]: hash, ...marks } = ownMarksIn(
    metadata.annotations,
  );
  return {
    ...ofContent.patch,
    metadata: {
      uid: live.metadata.uid,
      resourceVersion: live.metadata.resourceVersion,
      ...ofMetadata.patch,
      annotations: {
        ...fieldsOf(ofMetadata.patch.annotations),
        ...marks,
        ...(ofContent.complete &&
          ofMetadata.complete && { [annotations.appliedHash]: hash }),
      },
      ...(taken[0] && {
        managedFields: [
          ...rest,
          {
            ...taken[0],
            manager: fieldManagers.spec,
            operation: 'Apply',
            fieldsV1: owned,
          },
        ],
      }),
    },
  };
}
