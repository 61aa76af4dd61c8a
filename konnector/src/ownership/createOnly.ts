/** Turns a server-side apply into a create that never changes an existing object. Pure. */
import type { ObjectMeta } from '@klutch/kube';

/**
 * No object has this version: etcd counts from 1, and the first key of the store is written later. The API server
 * ignores the version when there is no object, and answers 409 when there is one, with or without force (verified by a
 * test against a real API server). An apply without force would not suffice: on a foreign object it succeeds as long as
 * the fields do not overlap, and merges two objects into one.
 */
const versionOfNoObject = '1';

/** An intent whose apply creates the object, or fails with a conflict when one of that name exists. */
export const createOnly = <T extends { metadata: ObjectMeta }>(
  intent: T,
): T => ({
  ...intent,
  metadata: { ...intent.metadata, resourceVersion: versionOfNoObject },
});
