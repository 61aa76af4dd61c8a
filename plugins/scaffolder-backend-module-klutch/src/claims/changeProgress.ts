/** Whether an earlier attempt of a task has changed an instance. Pure functions. */
import type { JsonObject } from '@backstage/types';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { covers } from './covers';

/** What a change can contain besides the spec. */
export type OtherFields = Omit<
  Schemas['ClaimChange'],
  'before' | 'generation' | 'spec'
>;

/** A change of the spec, which depends on its version, and of everything else. */
export interface InstanceChange {
  spec?: JsonObject;
  other: OtherFields;
}

/** What a task remembers of an instance before its change; without the spec, which a template can fill with secrets. */
export type ChangePlan = {
  generation: number;
  /** The other fields of the change, before it. */
  earlier: JsonObject;
  /** The same fields after the change, with the texts that the portal stores, such as full entity refs. */
  wanted: JsonObject;
};

/** The other fields of a change, as a claim has them; null for a missing one. */
export const otherFieldsOf = (
  claim: Schemas['ClaimDetail'],
  { other }: InstanceChange,
): JsonObject =>
  Object.fromEntries(
    Object.keys(other).map(field => [
      field,
      claim[field as keyof OtherFields] ?? null,
    ]),
  );

const isSame = (one: JsonObject, other: JsonObject) =>
  covers(one, other) && covers(other, one);

/**
 * How far a planned change is, in a resumed task. A change is made in one request, so it has been made as a whole or not
 * at all, and anything else is a conflict with a change by somebody else.
 */
export function changeProgress(
  present: Schemas['ClaimDetail'],
  change: InstanceChange,
  { generation, earlier, wanted }: ChangePlan,
): 'open' | 'done' | 'conflict' {
  const isSpecAsWanted = covers(present.spec, change.spec ?? {});
  if (change.spec && present.generation !== generation) {
    return isSpecAsWanted ? 'done' : 'conflict';
  }
  const other = otherFieldsOf(present, change);
  if (isSame(other, wanted)) return isSpecAsWanted ? 'done' : 'open';
  return isSame(other, earlier) ? 'open' : 'conflict';
}
