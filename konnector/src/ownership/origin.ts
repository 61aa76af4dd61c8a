/** Whether an app cluster object was created from the object at its location on the control plane. Pure. */
import type { KubeObject } from '@klutch/kube';
import { annotations } from '../markers';
import { isReferenceEntry, type ManagedFields } from './planTakeOver';

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
