/** To whom an object of the control plane belongs at the location of a copy, and where it comes from. Pure. */
import type { KubeObject } from '@klutch/kube';
import {
  carriesMarks,
  carriesOtherMarks,
  type Marks,
} from '../mapping/Mapping';
import { annotations, type ClusterPins } from '../markers';
import { isReferenceEntry, type ManagedFields } from './planTakeOver';

/**
 * Why an object counts as ours: `marked` has the UID of our cluster or of the one it was restored from, `reference` was
 * created by the reference's konnector, `origin` is the object that the app cluster object was created from,
 * `adoptable` belongs to another owner who allowed the take-over with an annotation: by any app cluster or, for another
 * app cluster's copy, by ours with its UID.
 */
export type Ownership =
  | { owner: 'none' }
  | { owner: 'us'; how: 'marked' | 'reference' | 'origin' | 'adoptable' }
  /** `allowedBy`: value of the annotation that would allow a take-over; absent: none would. */
  | { owner: 'other'; why: string; allowedBy?: string };

/** Input of {@link classifyOwnership} besides the object itself. */
export interface Claimant {
  pins: ClusterPins;
  /** Marks of the API's copies. */
  marks: Marks;
  /** The object of the app cluster at this location, if there is one. */
  object?: KubeObject;
}

/** True for this app cluster, and for the one it was restored from. */
export const isOwnCluster = (
  cluster: string | undefined,
  pins: ClusterPins,
): boolean =>
  cluster !== undefined &&
  (cluster === pins.consumerCluster || cluster === pins.formerCluster);

const isMarkedOurs = (found: Record<string, string>, pins: ClusterPins) =>
  isOwnCluster(found[annotations.consumerCluster], pins);

/**
 * The object has the mark of another app cluster or of another cluster
 * namespace. These marks resolve the ambiguity of `<cluster namespace>-<name>`.
 */
export function isMarkedForOther(
  object: KubeObject,
  { pins, marks }: Claimant,
): boolean {
  const found = object.metadata.annotations ?? {};
  return (
    carriesOtherMarks(object, marks) ||
    (found[annotations.consumerCluster] !== undefined &&
      !isMarkedOurs(found, pins))
  );
}

/**
 * True for an object that is not a copy: an object with `bound` or a cluster's mark has, or had, an object on an app
 * cluster. Where names are ambiguous, the object must carry the mark of this cluster namespace.
 * @param marks - of the API's copies.
 */
export function isUnclaimed(object: KubeObject, marks: Marks): boolean {
  const found = object.metadata.annotations ?? {};
  return (
    found[annotations.bound] === undefined &&
    found[annotations.consumerCluster] === undefined &&
    carriesMarks(object, marks)
  );
}

/**
 * True for objects created directly at a location of this app cluster, as in
 * the reference. Objects being deleted are not adopted.
 */
export const isAdoptable = (object: KubeObject, marks: Marks): boolean =>
  object.metadata.deletionTimestamp === undefined && isUnclaimed(object, marks);

/** The recorded UID of the origin excludes other objects of the same name. */
const isNoted = (object: KubeObject, origin: KubeObject) =>
  origin.metadata.uid !== undefined &&
  object.metadata.annotations?.[annotations.adoptedFrom] ===
    origin.metadata.uid;

/**
 * The reference's konnector does not reliably mark either side. But it is the
 * manager of the spec of exactly those objects that it creates.
 */
const wasMadeByReference = (object: KubeObject, origin: KubeObject) =>
  ((object.metadata.managedFields ?? []) as ManagedFields[]).some(
    entry =>
      isReferenceEntry(entry) && entry.fieldsV1?.['f:spec'] !== undefined,
  ) &&
  (origin.metadata.creationTimestamp ?? '') <=
    (object.metadata.creationTimestamp ?? '');

/**
 * @param object - of the app cluster; only a live read shows the reference's managed fields.
 * @param origin - of the control plane, also read live.
 */
export const isMadeFrom = (object: KubeObject, origin: KubeObject): boolean =>
  isNoted(object, origin) || wasMadeByReference(object, origin);

/**
 * Decides by the marks on the control plane object; `bound` on the app cluster object is never an input. A copy with
 * `bound` and without a cluster mark was created by the reference's konnector and is ours, if it carries the marks that
 * the reference sets on copies of this API.
 */
export function classifyOwnership(
  provider: KubeObject | undefined,
  claimant: Claimant,
): Ownership {
  if (!provider) return { owner: 'none' };
  const { pins, marks, object } = claimant;
  const found = provider.metadata.annotations ?? {};
  const isForOther = isMarkedForOther(provider, claimant);
  if (!isForOther && isMarkedOurs(found, pins)) {
    return { owner: 'us', how: 'marked' };
  }
  const isNamed = found[annotations.adopt] === pins.consumerCluster;
  if (isForOther) {
    const why = 'it belongs to another app cluster';
    // A name may denote another tenant's object, so an object marked for
    // another cluster namespace is never taken over.
    if (carriesOtherMarks(provider, marks)) return { owner: 'other', why };
    return isNamed
      ? { owner: 'us', how: 'adoptable' }
      : { owner: 'other', why, allowedBy: pins.consumerCluster };
  }
  if (isNamed || found[annotations.adopt] === 'true') {
    return { owner: 'us', how: 'adoptable' };
  }
  if (found[annotations.bound] !== undefined && carriesMarks(provider, marks)) {
    return { owner: 'us', how: 'reference' };
  }
  if (object && isUnclaimed(provider, marks) && isMadeFrom(object, provider)) {
    return { owner: 'us', how: 'origin' };
  }
  return {
    owner: 'other',
    why: 'it was not created by this binding',
    allowedBy: 'true',
  };
}
