/** Rewrites managed fields so that everything the reference's konnector wrote counts as applied by us. Pure. */
import { fieldManagers } from '@klutch/bind-api';
import { isJsonObject } from '../json/projection';

/** One entry of `metadata.managedFields`. */
export interface ManagedFields {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** The reference creates copies by POST; the API server names such managers after their user agent. */
export const isReferenceEntry = (entry: ManagedFields) =>
  entry.operation === 'Update' &&
  !entry.subresource &&
  /^konnector/.test(entry.manager ?? '');

/** Fields applied by us, or by the reference: both use the same manager name. */
export const isOurEntry = (entry: ManagedFields) =>
  entry.operation === 'Apply' &&
  !entry.subresource &&
  entry.manager === fieldManagers.spec;

/** Field sets are trees whose leaves are empty objects; their union is a deep merge. */
export const union = (
  a: Record<string, unknown>,
  b: Record<string, unknown>,
): Record<string, unknown> => {
  const both = { ...a };
  for (const [field, inB] of Object.entries(b)) {
    const inA = both[field];
    both[field] =
      isJsonObject(inA) && isJsonObject(inB) ? union(inA, inB) : inB;
  }
  return both;
};

/**
 * The managed fields in which everything the reference's konnector wrote counts
 * as applied by us, or undefined when it wrote nothing. Pure.
 */
export function planTakeOver(
  entries: readonly unknown[] | undefined,
): ManagedFields[] | undefined {
  const all = (entries ?? []).filter(isJsonObject) as ManagedFields[];
  const reference = all.filter(isReferenceEntry);
  const [first] = reference;
  if (!first) return undefined;
  const ours = all.filter(isOurEntry);
  const fieldsV1 = [...ours, ...reference].reduce<Record<string, unknown>>(
    (fields, entry) => union(fields, entry.fieldsV1 ?? {}),
    {},
  );
  return [
    ...all.filter(entry => !isReferenceEntry(entry) && !isOurEntry(entry)),
    {
      ...first,
      manager: fieldManagers.spec,
      operation: 'Apply',
      fieldsV1,
    },
  ];
}
