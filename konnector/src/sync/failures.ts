/** What a refused write means for an object, and what to tell its owner. Pure. */
import { ApiError, InexactNumberError, isForbidden } from '@klutch/kube';

/** `rejected`: waits for a change of the object; `forbidden`: somebody has to grant a right; anything else is repeated. */
export type Refusal =
  { refused: 'rejected' | 'forbidden'; message: string } | { refused: 'no' };

/** Bad request, too large, or invalid: the same request would be answered the same way. */
const finalCodes = new Set([400, 413, 422]);

/** API servers answer an apply with fields they do not know with 500, and these words. */
const unknownField = /^failed to create typed patch object/;

/** A rejected object is tried again after so long even when nothing changed that we could see; milliseconds. */
export const rejectedWaitMs = 10 * 60_000;

/** Classifies an error of a write. */
export function classifyRefusal(error: unknown): Refusal {
  if (isForbidden(error)) {
    return {
      refused: 'forbidden',
      message: `The control plane does not allow it: ${error.message}`,
    };
  }
  if (
    error instanceof ApiError &&
    (finalCodes.has(error.code) || unknownField.test(error.message))
  ) {
    return {
      refused: 'rejected',
      message: `The control plane rejected it: ${error.message}. Change the object to try again.`,
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

/** Rights in a new service namespace may be some moments late: quick at first, then slow. */
const forbiddenWaits = [100, 200, 400, 800, 1_600, 3_200] as const;

/** From this attempt on the owner is told. */
export const tellForbiddenFrom = forbiddenWaits.length;

/** Milliseconds to wait after the given number of refusals in a row, from 1. */
export function forbiddenWaitMs(attempts: number): number {
  return forbiddenWaits[attempts - 1] ?? 60_000;
}
