/** What a rejected write means for its object. Pure. */
import {
  ApiError,
  InexactNumberError,
  isForbidden,
  isNotFound,
} from '@klutch/kube';
import type { ClusterDisplayName } from './ClusterDisplayName';
import type { Feedback } from './objectCondition';

/** A write that need not be retried immediately; `message` is for the object's owner, and quotes the API server. */
export interface Refusal extends Feedback {
  state:
    /** A retry would give the same answer: waits for a change, or {@link rejectedWaitMs}. */
    | 'Rejected'
    /** A right is missing. */
    | 'Forbidden'
    /** The namespace is missing, or something behind the API server fails, such as a webhook. */
    | 'Failing';
}

/** Retry period for a rejected object without an observed change; milliseconds. */
export const rejectedWaitMs = 10 * 60_000;

/** Retry period for a missing target or right that no watch reports; milliseconds. */
export const missingCheckMs = 60_000;

/** Bad request, too large, or invalid. */
const finalCodes = new Set([400, 413, 422]);

/** Not found, or an internal server error. */
const failingCodes = new Set([404, 500]);

/** API servers answer an apply of unknown fields with 500 and this message. */
const unknownField = /^failed to create typed patch object/;

/**
 * Undefined when the error is transient, or does not concern the object.
 * @param cluster - the cluster of the write.
 */
export function refusalOf(
  error: unknown,
  cluster: ClusterDisplayName,
): Refusal | undefined {
  if (error instanceof InexactNumberError) {
    return {
      state: 'Rejected',
      message: `The object cannot be copied to the control plane unchanged: ${error.message}`,
    };
  }
  if (!(error instanceof ApiError)) return undefined;
  const { code, message: serverMessage } = error;
  if (isForbidden(error)) {
    return {
      state: 'Forbidden',
      message: `The ${cluster} does not allow the write: ${serverMessage}`,
    };
  }
  if (finalCodes.has(code) || unknownField.test(serverMessage)) {
    return {
      state: 'Rejected',
      message: `The ${cluster} rejected the object: ${serverMessage}.`,
    };
  }
  if (!failingCodes.has(code)) return undefined;
  return {
    state: 'Failing',
    message: `The ${cluster} failed to write the object: ${serverMessage}. The write is retried.`,
  };
}

/**
 * The target of a write is missing, which is no rejection of the object itself: the namespace is deleted or terminating, or the type is not served. A missing service namespace needs an
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
