/**
 * Locations of one API's copies on the control plane, and their ownership: the part that differs between isolations.
 */
import type {
  KubeObject,
  ObjectKey,
  OwnerReference,
  Resource,
} from '@klutch/kube';
import type { Feedback } from '../feedback/objectCondition';

export type CopyLocation =
  | { at: 'ready'; key: ObjectKey }
  /** The copy cannot be created yet; `why` is a sentence for the object's owner. */
  | { at: 'waiting'; why: string }
  /** An object of this name can never have a copy; `why` is for the object's owner. */
  | { at: 'impossible'; why: Feedback };

/** Location of an existing copy, read live. */
export type LiveCopyLocation =
  | { at: 'ready'; key: ObjectKey }
  /** Unknown at the moment, so a copy may exist; `why` is a sentence for the object's owner. */
  | { at: 'waiting'; why: string }
  /**
   * No location. `formerKey`: a copy may have outlived its APIServiceNamespace
   * and still exist here; the konnector may lack the right to read it.
   */
  | { at: 'missing'; formerKey?: ObjectKey };

/** Metadata that every copy of an API has in addition to its object's. */
export interface Marks {
  /** Applied to each copy. */
  annotations: Record<string, string>;
  /** Applied to each copy; absent: the copies have no owner. */
  ownerReferences?: OwnerReference[];
}

/** Whether the object has this app cluster's marks, as far as its type requires them: only cluster-scoped types do. */
export const carriesMarks = (
  { metadata }: KubeObject,
  { annotations }: Marks,
): boolean =>
  Object.entries(annotations).every(
    ([key, value]) => metadata.annotations?.[key] === value,
  );

/** Whether the object has another app cluster's marks. Objects without marks have neither. */
export const carriesOtherMarks = (
  { metadata }: KubeObject,
  { annotations }: Marks,
): boolean =>
  Object.entries(annotations).some(
    ([key, value]) => (metadata.annotations?.[key] ?? value) !== value,
  );

/** Maps one API's objects between both clusters. Methods neither wait nor write unless stated. */
export interface Mapping {
  /** The API on the app cluster. */
  readonly consumer: Resource;
  /** The API on the control plane; its scope may differ. */
  readonly provider: Resource;
  readonly marks: Marks;
  /** All objects of the type on the control plane belong to one app cluster only. */
  readonly singleTenant: boolean;
  /** Location of an object's copy, from the caches. */
  locate(consumer: ObjectKey): CopyLocation;
  /** Location of an object's copy, read live: a deletion must not depend on a stale cache. Requests nothing. */
  locateLive(consumer: ObjectKey): Promise<LiveCopyLocation>;
  /**
   * Key of the app cluster object that maps to this location on the control
   * plane, regardless of the copy's owner; undefined when no object maps there.
   */
  consumerKeyAt(provider: ObjectKey): string | undefined;
  /**
   * Key of the app cluster object that this is the copy of; undefined when it
   * is not a copy of this app cluster, such as another tenant's.
   */
  consumerKeyOf(provider: KubeObject): string | undefined;
  /**
   * Requests from the control plane what {@link Mapping.locate} waits for. Writes; idempotent.
   * @returns milliseconds after which to retry a rejected request; undefined: an event triggers the next step.
   */
  request(consumer: ObjectKey): Promise<number | undefined>;
  /**
   * Records that there are objects of the type at this location. Undefined when already recorded, or not allowed;
   * otherwise resolves when recorded and rejects on failure, and no copy must be created before. Batches many objects
   * into one write.
   */
  recordSyncedType(consumer: ObjectKey): Promise<void> | undefined;
}
