/** Makes of a server-side apply one that creates, and never changes what somebody else made. Pure. */
import type { ObjectMeta } from '@klutch/kube';

/**
 * No object has this version: etcd counts from 1, and the store's first key is written later than that. The API server
 * ignores the version when there is no object and answers 409 when there is one, of whomever, with force or without
 * (held by a test on a real API server). Leaving force out would not do: an unforced apply on a foreign object succeeds
 * as long as the fields do not overlap, and merges two objects into one.
 */
const versionOfNoObject = '1';

/** An intent whose apply creates the object, or fails with a conflict when there is one of that name. */
export const createOnly = <T extends { metadata: ObjectMeta }>(
  intent: T,
): T => ({
  ...intent,
  metadata: { ...intent.metadata, resourceVersion: versionOfNoObject },
});
