/** What a refused write means for an object, and what to tell its owner. Pure. */
import { ApiError, InexactNumberError, isForbidden } from '@klutch/kube';
import type { ClusterWord } from '../controlPlane/tryOut';
import type { Feedback } from '../feedback/objectCondition';
import type { ObjectState } from '../feedback/objectState';

/** `rejected`: waits for a change of the object; `forbidden`: somebody has to grant a right; anything else is repeated. */
export type Refusal =
  { refused: 'rejected' | 'forbidden'; message: string } | { refused: 'no' };

/** Bad request, too large, or invalid: the same request would be answered the same way. */
const finalCodes = new Set([400, 413, 422]);

/** API servers answer an apply with fields they do not know with 500, and these words. */
const unknownField = /^failed to create typed patch object/;

/** A rejected object is tried again after so long even when nothing changed that we could see; milliseconds. */
export const rejectedWaitMs = 10 * 60_000;

/** Classifies an error of a write. @param cluster - that was written to. */
export function classifyRefusal(
  error: unknown,
  cluster: ClusterWord = 'control plane',
): Refusal {
  if (isForbidden(error)) {
    return {
      refused: 'forbidden',
      message: `The ${cluster} does not allow it: ${error.message}`,
    };
  }
  if (
    error instanceof ApiError &&
    (finalCodes.has(error.code) || unknownField.test(error.message))
  ) {
    return {
      refused: 'rejected',
      message: `The ${cluster} rejected it: ${error.message}. Change the object to try again.`,
    };
  }
  if (error instanceof InexactNumberError) {
    return {
      refused: 'rejected',
      message: `It cannot go up as it is: ${error.message}`,
    };
  }
  return { refused: 'no' };
}

/** What the owner of an object is told when a write of it was refused. */
export const stateOfRefusal = ({
  refused,
}: Exclude<Refusal, { refused: 'no' }>): ObjectState =>
  refused === 'forbidden' ? 'Forbidden' : 'Rejected';

/** Neither refused nor a matter of moments: its place is gone, or something behind the API server fails, such as a webhook. */
const isFailing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 404 || error.code === 500);

/** What the owner of an object is told of a write of it; undefined when the error passes, or says nothing of the object. */
export function whyRefused(
  error: unknown,
  cluster: ClusterWord = 'control plane',
): Feedback | undefined {
  const refusal = classifyRefusal(error, cluster);
  if (refusal.refused !== 'no') {
    return { state: stateOfRefusal(refusal), message: refusal.message };
  }
  return isFailing(error)
    ? {
        state: 'Failing',
        message: `The ${cluster} fails to do it: ${error.message}. It is tried again.`,
      }
    : undefined;
}

/** Rights in a new service namespace may be some moments late: quick at first, then slow. */
const refusalWaits = [100, 200, 400, 800, 1_600, 3_200] as const;

/** From this attempt on the owner is told. */
export const tellRefusalFrom = refusalWaits.length;

/** Milliseconds to wait after the given number of refusals, or failures, in a row, from 1. */
export function refusalWaitMs(attempts: number): number {
  return refusalWaits[attempts - 1] ?? 60_000;
}
