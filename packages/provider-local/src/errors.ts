/** Errors of the provider that people read, as conditions of the managed resource they ordered. */

/**
 * Something that the person who ordered the service has to know, in words: what happened, then what to do.
 * Its message goes into conditions, so it must never hold a credential.
 */
export class ServiceError extends Error {
  /** `true`: trying again may help without anybody's doing. `false`: only another spec helps. */
  readonly retry: boolean;

  constructor(message: string, options: { retry: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.retry = options.retry;
  }
}

/** What a condition may say about `error`: its words if they were written for people, otherwise where to look. */
export function conditionMessage(error: unknown): string {
  return error instanceof ServiceError
    ? error.message
    : 'Internal error in provider-local. Its log has the details; it tries again by itself.';
}

/** The message of anything thrown, for logs. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
