/** Writes of objects that other replicas and users write, too. */
import {
  ApiError,
  isConflictOrAlreadyExists,
  retryOnConflict,
} from '@klutch/kube';
import { BindingError } from './errors/BindingError';

/** For an attempt of {@link retryWrite} that has to run again, although no write of its own was refused. */
export const staleReadError = (object: string): ApiError =>
  new ApiError({
    code: 409,
    reason: 'Conflict',
    message: `${object} has changed since it was read.`,
  });

/**
 * As `retryOnConflict`, with a message for users.
 * @param write - what the message says: the object, what is attempted with it, and what to do besides
 * @throws BindingError `Conflict` after the last attempt
 */
export const retryWrite = async <T>(
  write: { object: string; purpose: string; remedy?: string },
  attempt: () => Promise<T>,
): Promise<T> => {
  try {
    return await retryOnConflict(attempt);
  } catch (error) {
    if (!isConflictOrAlreadyExists(error)) throw error;
    const { object, purpose, remedy } = write;
    const then = remedy ? `, then ${remedy}` : '';
    throw new BindingError(
      'Conflict',
      `${object} changed at every attempt to ${purpose}. Find out what else writes it${then}.`,
    );
  }
};
