/** Whether an error means that the target of a write is missing, which is no rejection of the object itself. Pure. */
import { ApiError, isForbidden, isNotFound } from '@klutch/kube';
import type { ClusterDisplayName } from './ClusterDisplayName';

/** Retry period for a missing target or right that no watch reports; milliseconds. */
export const missingCheckMs = 60_000;

/**
 * The object's namespace is deleted or terminating, or its type is not served. A missing service namespace needs an
 * operator, so for the control plane only a terminating namespace counts.
 */
export const isTargetMissing = (
  error: unknown,
  cluster: ClusterDisplayName,
): boolean =>
  (cluster === 'app cluster' && isNotFound(error)) ||
  (isForbidden(error) &&
    error instanceof ApiError &&
    error.causes.some(({ reason }) => reason === 'NamespaceTerminating'));
