// Typed errors of requests to an API server, and predicates on them.

/** One cause of a refusal, usually about a field (`StatusCause` of Kubernetes). */
export interface ApiErrorCause {
  /**
   * Path of the field in the object, for example `spec.parameters.size` or `spec.list[0].name`. Absent when the whole
   * object is meant, for which the server writes nothing, `<nil>` or `[]`.
   */
  field?: string;
  /**
   * Machine-readable reason: one of Kubernetes, for example `FieldValueInvalid` or `FieldManagerConflict`;
   * `UnknownField` or `DuplicateField` of strict field validation, which the server names in its message only.
   */
  reason?: string;
  /** The server's message, for people. */
  message: string;
}

/** The content of a `Status` that an {@link ApiError} is made from. */
export interface ApiErrorDetails {
  /** HTTP status code. */
  code: number;
  /** Reason, one word. */
  reason: string;
  /** Message for people. */
  message: string;
  /** Default: none. */
  causes?: ApiErrorCause[];
  /** Seconds after which the server allows a retry. */
  retryAfterSeconds?: number;
  /** Name of the object that the status is about. Absent when the whole resource is meant (its CRD does not exist). */
  objectName?: string;
}

/** The API server responded with an error. */
export class ApiError extends Error {
  /** Distinguishes this error from others. */
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** Reason of the `Status`, for example `NotFound`; `Unknown` when the response was no `Status`. */
  readonly reason: string;
  /** What is wrong, field by field; empty when the server names no fields. */
  readonly causes: ApiErrorCause[];
  /** Seconds after which the server allows a retry. */
  readonly retryAfterSeconds?: number;
  /** Name of the object that the response is about; absent when the resource itself is meant. */
  readonly objectName?: string;

  constructor(details: ApiErrorDetails) {
    super(details.message);
    this.code = details.code;
    this.reason = details.reason;
    this.causes = details.causes ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.objectName = details.objectName;
  }
}

/** Why a request got no response. */
export type ConnectionFailure =
  /** The server could not be reached, or it closed the connection. */
  | 'unreachable'
  /** Nothing arrived within the time allowed. */
  | 'timeout'
  /** The response was not one of an API server. */
  | 'garbled'
  /**
   * There were no credentials: a token file or a program returned none, or one that a header cannot carry. The
   * request was not sent.
   */
  | 'credentials'
  /** The client was closed. */
  | 'closed';

/**
 * The API server did not respond, or with something that cannot be understood. The request may or may not have been
 * carried out.
 */
export class ConnectionError extends Error {
  /** Distinguishes this error from others. */
  override readonly name = 'ConnectionError';
  /** Why there was no response. */
  readonly failure: ConnectionFailure;
  /** Address of the API server. */
  readonly server: string;
  /** Code of the underlying failure, for example `ECONNREFUSED`. */
  readonly errorCode?: string;

  constructor(
    message: string,
    details: { failure: ConnectionFailure; server: string; errorCode?: string },
  ) {
    super(message);
    this.failure = details.failure;
    this.server = details.server;
    this.errorCode = details.errorCode;
  }
}

/** Narrower than `ApiError`, so that TypeScript keeps an `ApiError` as such when a predicate below returns false. */
export type ApiErrorWith<C extends number> = ApiError & { readonly code: C };

const hasCode = <C extends number>(
  error: unknown,
  code: C,
): error is ApiErrorWith<C> => error instanceof ApiError && error.code === code;

/** The object, or the resource itself, does not exist. */
export const isNotFound = (error: unknown): error is ApiErrorWith<404> =>
  hasCode(error, 404);

/** The server's response to a patch with another `metadata.uid` than the object's: an invalid change of that field. */
const isUidMismatch = (error: unknown): error is ApiErrorWith<422> =>
  hasCode(error, 422) &&
  error.causes.length > 0 &&
  error.causes.every(cause => cause.field === 'metadata.uid');

/**
 * A precondition failed (including one on `metadata.uid` in a patch or apply), or another field manager owns a field.
 * An object that already exists is not a conflict.
 */
export const isConflict = (error: unknown): error is ApiErrorWith<409 | 422> =>
  (hasCode(error, 409) && error.reason !== 'AlreadyExists') ||
  isUidMismatch(error);

/** An object of this name exists already. */
export const isAlreadyExists = (error: unknown): error is ApiErrorWith<409> =>
  hasCode(error, 409) && error.reason === 'AlreadyExists';

/** A concurrent write came first: of the object that was read, or of one with the same name. */
export const isConflictOrAlreadyExists = (
  error: unknown,
): error is ApiErrorWith<409 | 422> =>
  isConflict(error) || isAlreadyExists(error);

/** The identity is known, but not allowed to do this. */
export const isForbidden = (error: unknown): error is ApiErrorWith<403> =>
  hasCode(error, 403);

/** The identity is not known: the credentials are missing, wrong or expired. */
export const isUnauthorized = (error: unknown): error is ApiErrorWith<401> =>
  hasCode(error, 401);

/** The object violates its schema or a rule; `causes` names the fields. */
export const isInvalid = (error: unknown): error is ApiErrorWith<422> =>
  hasCode(error, 422) && !isUidMismatch(error);

/** The resource version or the continue token is too old: list again. */
export const isExpired = (error: unknown): error is ApiErrorWith<410> =>
  hasCode(error, 410);

/** The message of anything thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
