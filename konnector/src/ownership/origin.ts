/** Was an app cluster object made from the object that stands at its place on the control plane? Pure. */
import type { KubeObject } from '@klutch/kube';
import { annotations } from '../markers';
import { isReferenceEntry, type ManagedFields } from './planTakeOver';

/** We noted the UID of the origin; whatever has another one is another object of that name. */
const isNoted = (object: KubeObject, origin: KubeObject) =>
  origin.metadata.uid !== undefined &&
  object.metadata.annotations?.[annotations.adoptedFrom] ===
    origin.metadata.uid;

/**
 * The reference's konnector marks neither side in a way that could be trusted. But it writes the spec of objects that it
 * makes, and of no others.
 */
const wasMadeByReference = (object: KubeObject, origin: KubeObject) =>
  ((object.metadata.managedFields ?? []) as ManagedFields[]).some(
    entry =>
      isReferenceEntry(entry) && entry.fieldsV1?.['f:spec'] !== undefined,
  ) &&
  (origin.metadata.creationTimestamp ?? '') <=
    (object.metadata.creationTimestamp ?? '');

/**
 * @param object - of the app cluster; only one that was read live shows that the reference made it.
 * @param origin - of the control plane, likewise.
 */
export const isMadeFrom = (object: KubeObject, origin: KubeObject): boolean =>
  isNoted(object, origin) || wasMadeByReference(object, origin);
