// Reads the error of a promise in tests.

/** The error a promise rejects with, or undefined when it resolves. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    error => error,
  );
