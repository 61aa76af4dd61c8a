/** Whether a cluster says that there is no place for an object, which is no refusal of the object. Pure. */
import { ApiError, isForbidden, isNotFound } from '@klutch/kube';
import type { ClusterDisplayName } from './ClusterDisplayName';

/** What was missing, a place or a right, is asked for again after so long, where nothing tells that it is there; milliseconds. */
export const missingCheckMs = 60_000;

/**
 * Its namespace is gone or going, or its type is not served. That a service namespace is gone is for somebody to look
 * after, so the control plane has to say that it goes.
 */
export const isTargetMissing = (
  error: unknown,
  cluster: ClusterDisplayName,
): boolean =>
  (cluster === 'app cluster' && isNotFound(error)) ||
  (isForbidden(error) &&
    error instanceof ApiError &&
    error.causes.some(({ reason }) => reason === 'NamespaceTerminating'));
