/** Errors of the provider that users see as conditions of managed resources. */

/**
 * A failure to report to the user who ordered the service; the message says what happened, then what to do. The
 * message is published in conditions, so it must never hold a credential.
 */
export class ServiceError extends Error {
  /** `true`: a retry may succeed without any action. `false`: only a changed spec helps. */
  readonly retry: boolean;

  constructor(message: string, options: { retry: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.retry = options.retry;
  }
}

/** A failure of a restore that the data are not as before. The message says how they become complete. */
export class DataChangedError extends ServiceError {
  constructor(message: string, cause: unknown) {
    super(message, { retry: true, cause });
    this.name = 'DataChangedError';
  }
}

/** Not a failure: work that takes long goes on, and the message is its progress. */
export class InProgressError extends ServiceError {
  constructor(message: string) {
    super(message, { retry: true });
    this.name = 'InProgressError';
  }
}

/** The text for a condition: the message of a ServiceError, otherwise a reference to the log. */
export function conditionMessage(error: unknown): string {
  return error instanceof ServiceError
    ? error.message
    : 'Internal error in provider-local. Its log has the details; the operation is retried.';
}
