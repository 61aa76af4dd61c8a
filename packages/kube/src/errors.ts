// What can go wrong when talking to an API server, as typed errors: the one place that reads a Kubernetes `Status`.

/** One reason inside a refusal, usually bound to a field. */
export interface ApiErrorCause {
  /** Path of the field in the object, for example `spec.parameters.size`. */
  field?: string;
  /** Machine-readable reason, for example `FieldValueInvalid` or `FieldManagerConflict`. */
  reason?: string;
  message: string;
}

/** What a `Status` says, before it becomes an error. */
export interface ApiErrorDetails {
  code: number;
  reason: string;
  message: string;
  causes?: ApiErrorCause[];
  retryAfterSeconds?: number;
  /** Name of the object the status speaks of. Absent when the whole resource is meant (its CRD is not there). */
  objectName?: string;
}

/** The API server answered, and the answer was a refusal or a failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status code. */
  readonly code: number;
  /** Reason of the `Status`, for example `NotFound`; `Unknown` when the answer was no `Status`. */
  readonly reason: string;
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
  | 'garbled';

/** The API server did not answer, or not in a way that can be understood. The request may or may not have been carried out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
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

const reasonOfCode: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function causesOf(details: unknown): ApiErrorCause[] {
  const causes = field(details, 'causes');
  if (!Array.isArray(causes)) return [];
  return causes.map(cause => ({
    field: text(field(cause, 'field')),
    reason: text(field(cause, 'reason')),
    message: text(field(cause, 'message')) ?? 'no message',
  }));
}

/** Whether a decoded body is a Kubernetes `Status`. */
export function isStatus(body: unknown): boolean {
  return field(body, 'kind') === 'Status' && field(body, 'apiVersion') === 'v1';
}

/**
 * The error a refused request becomes.
 * @param httpCode - status code of the answer; for ERROR events of a watch, 0 (the `Status` holds the code)
 * @param body - decoded body; anything that is no `Status` is not quoted, since it may come from a proxy
 * @param retryAfter - value of the `Retry-After` header
 */
export function apiErrorFromStatus(
  httpCode: number,
  body: unknown,
  retryAfter?: string,
): ApiError {
  const headerSeconds =
    retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
  if (!isStatus(body)) {
    return new ApiError({
      code: httpCode,
      reason: 'Unknown',
      message:
        httpCode === 404
          ? 'The API server does not know this resource (404). Check that its CRD is installed.'
          : `The answer was HTTP ${httpCode} without a Kubernetes status. Check what stands between here and the API server.`,
      retryAfterSeconds: headerSeconds,
    });
  }
  const code = Number(field(body, 'code')) || httpCode || 500;
  const details = field(body, 'details');
  const bodySeconds = Number(field(details, 'retryAfterSeconds')) || undefined;
  const reason = text(field(body, 'reason')) ?? reasonOfCode[code] ?? 'Unknown';
  return new ApiError({
    code,
    reason,
    message: text(field(body, 'message')) ?? `${reason} (HTTP ${code})`,
    causes: causesOf(details),
    retryAfterSeconds: headerSeconds ?? bodySeconds,
    objectName: text(field(details, 'name')),
  });
}

/** Narrower than `ApiError`, so that an `ApiError` stays one when a question below is answered with no. */
type ApiErrorWith<C extends number> = ApiError & { readonly code: C };

const hasCode = <C extends number>(
  error: unknown,
  code: C,
): error is ApiErrorWith<C> => error instanceof ApiError && error.code === code;

/** The object, or the resource itself, does not exist. */
export const isNotFound = (error: unknown): error is ApiErrorWith<404> =>
  hasCode(error, 404);

/** How the server says that a patch named another `metadata.uid` than the object's: as an invalid change of it. */
const isOtherObject = (error: unknown): error is ApiErrorWith<422> =>
  hasCode(error, 422) &&
  error.causes.length > 0 &&
  error.causes.every(cause => cause.field === 'metadata.uid');

/**
 * A precondition did not hold (also one on `metadata.uid` in a patch or apply), or another field manager owns a field.
 * That an object already exists is not meant.
 */
export const isConflict = (error: unknown): error is ApiErrorWith<409 | 422> =>
  (hasCode(error, 409) && error.reason !== 'AlreadyExists') ||
  isOtherObject(error);

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
  hasCode(error, 422) && !isOtherObject(error);

/** The resource version or the continue token is too old: list again. */
export const isExpired = (error: unknown): error is ApiErrorWith<410> =>
  hasCode(error, 410);
