// What can go wrong when talking to an API server, as typed errors, and the questions one asks of them.

/** One reason inside a refusal, usually bound to a field (`StatusCause` of Kubernetes). */
export interface ApiErrorCause {
  /**
   * Path of the field in the object, for example `spec.parameters.size` or `spec.list[0].name`. Absent when the object
   * as a whole is meant, for which the server writes nothing, `<nil>` or `[]`.
   */
  field?: string;
  /**
   * Machine-readable reason: one of Kubernetes, for example `FieldValueInvalid` or `FieldManagerConflict`; `UnknownField`
   * or `DuplicateField` when fields were checked strictly, which the server says in its message only.
   */
  reason?: string;
  /** For people, in the server's words. */
  message: string;
}

/** What a `Status` says, before it becomes an error. The fields are those of {@link ApiError}. */
export interface ApiErrorDetails {
  /** HTTP status code. */
  code: number;
  /** One word. */
  reason: string;
  /** For people. */
  message: string;
  /** Default: none. */
  causes?: ApiErrorCause[];
  /** Seconds after which the server wants to be asked again. */
  retryAfterSeconds?: number;
  /** Name of the object the status speaks of. Absent when the whole resource is meant (its CRD is not there). */
  objectName?: string;
}

/** The API server answered, and the answer was a refusal or a failure. */
export class ApiError extends Error {
  /** Tells it from other errors. */
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** Reason of the `Status`, for example `NotFound`; `Unknown` when the answer was no `Status`. */
  readonly reason: string;
  /** What exactly is wrong, field by field; empty when the server gives no such reasons. */
  readonly causes: ApiErrorCause[];
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfterSeconds?: number;
  /** Name of the object the answer is about; absent when the resource itself is meant. */
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

/** Why a connection gave no answer. */
export type ConnectionFailure =
  /** The server could not be reached, or it cut the connection. */
  | 'unreachable'
  /** Nothing arrived within the time allowed. */
  | 'timeout'
  /** What arrived was not what an API server sends. */
  | 'garbled'
  /** There was nothing to sign in with: a token file or a program gave no credentials, or what a header cannot carry. Nothing was sent. */
  | 'credentials'
  /** The client was closed. */
  | 'closed';

/** The API server did not answer, or not in a way that can be understood. The request may or may not have been carried out. */
export class ConnectionError extends Error {
  /** Tells it from other errors. */
  override readonly name = 'ConnectionError';
  /** Why there was no answer. */
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

/** Narrower than `ApiError`, so that an `ApiError` stays one when a question below is answered with no. */
export type ApiErrorWith<C extends number> = ApiError & { readonly code: C };

const hasCode = <C extends number>(
  error: unknown,
  code: C,
): error is ApiErrorWith<C> => error instanceof ApiError && error.code === code;

/** The object, or the resource itself, does not exist. */
export const isNotFound = (error: unknown): error is ApiErrorWith<404> =>
  hasCode(error, 404);

/** How the server says that a patch named another `metadata.uid` than the object's: as an invalid change of it. */
const isUidMismatch = (error: unknown): error is ApiErrorWith<422> =>
  hasCode(error, 422) &&
  error.causes.length > 0 &&
  error.causes.every(cause => cause.field === 'metadata.uid');

/**
 * A precondition did not hold (also one on `metadata.uid` in a patch or apply), or another field manager owns a field.
 * That an object already exists is not meant.
 */
export const isConflict = (error: unknown): error is ApiErrorWith<409 | 422> =>
  (hasCode(error, 409) && error.reason !== 'AlreadyExists') ||
  isUidMismatch(error);

/** An object of this name exists already. */
export const isAlreadyExists = (error: unknown): error is ApiErrorWith<409> =>
  hasCode(error, 409) && error.reason === 'AlreadyExists';

/** Known, but not allowed. */
export const isForbidden = (error: unknown): error is ApiErrorWith<403> =>
  hasCode(error, 403);

/** Not known: the credentials are missing, wrong or have ended. */
export const isUnauthorized = (error: unknown): error is ApiErrorWith<401> =>
  hasCode(error, 401);

/** The object breaks its schema or a rule; `causes` names the fields. */
export const isInvalid = (error: unknown): error is ApiErrorWith<422> =>
  hasCode(error, 422) && !isUidMismatch(error);

/** The resource version or the continue token is too old: list again. */
export const isExpired = (error: unknown): error is ApiErrorWith<410> =>
  hasCode(error, 410);
