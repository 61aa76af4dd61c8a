/** What it means for an object that a cluster does not take a write of it. Pure. */
import { ApiError, InexactNumberError, isForbidden } from '@klutch/kube';
import type { ClusterDisplayName } from './ClusterDisplayName';
import type { Feedback } from './objectCondition';

/** A write that need not be repeated at once; `message` is for the object's owner, with the words of the API server. */
export interface Refusal extends Feedback {
  state:
    /** The same request would be answered the same way: it waits for a change, {@link rejectedWaitMs} at most. */
    | 'Rejected'
    /** Somebody has to grant a right. */
    | 'Forbidden'
    /** Its place is gone, or something behind the API server fails, such as a webhook. */
    | 'Failing';
}

/** A rejected object is tried again after so long even when nothing changed that we could see; milliseconds. */
export const rejectedWaitMs = 10 * 60_000;

/** Bad request, too large, or invalid. */
const finalCodes = new Set([400, 413, 422]);

/** Not there, or an error of the server. */
const failingCodes = new Set([404, 500]);

/** API servers answer an apply with fields they do not know with 500, and these words. */
const unknownField = /^failed to create typed patch object/;

/**
 * Undefined when the error passes, or says nothing of the object.
 * @param cluster - that was written to.
 */
export function refusalOf(
  error: unknown,
  cluster: ClusterDisplayName,
): Refusal | undefined {
  if (error instanceof InexactNumberError) {
    return {
      state: 'Rejected',
      message: `It cannot go up as it is: ${error.message}`,
    };
  }
  if (!(error instanceof ApiError)) return undefined;
  const { code, message: serverMessage } = error;
  if (isForbidden(error)) {
    return {
      state: 'Forbidden',
      message: `The ${cluster} does not allow it: ${serverMessage}`,
    };
  }
  if (finalCodes.has(code) || unknownField.test(serverMessage)) {
    return {
      state: 'Rejected',
      message: `The ${cluster} rejected it: ${serverMessage}.`,
    };
  }
  if (!failingCodes.has(code)) return undefined;
  return {
    state: 'Failing',
    message: `The ${cluster} fails to do it: ${serverMessage}. It is tried again.`,
  };
}
