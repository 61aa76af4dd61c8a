/** Maps every failure of a REST call to one error type with a message for users. */
import type { Explanation } from '@klutch/backstage-plugin-klutch-common';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

/** One field that the app cluster rejected. */
export interface FieldCause extends Explanation {
  /** Path in the claim, for example `spec.plan`. */
  field?: string;
}

/** Kinds of errors that pages handle differently. */
export type ErrorKind =
  | 'unreachable'
  | 'expired'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'invalid'
  | 'other';

/** Failures without a message of the backend, which pages describe in the user's language. */
export type OwnFailure =
  | 'badStatus'
  | 'unreadable'
  | 'noResponse'
  | 'laterBindings';

/** A failed call: message for users, rejected fields, and the raw response for the technical details. */
export class KlutchError extends Error {
  readonly kind: ErrorKind;
  readonly failure?: OwnFailure;
  readonly status?: number;
  readonly reason?: string;
  readonly params?: Record<string, string>;
  readonly causes: FieldCause[];
  readonly raw: string;

  constructor(
    options: Explanation & {
      kind: ErrorKind;
      failure?: OwnFailure;
      status?: number;
      causes?: FieldCause[];
      raw?: string;
    },
  ) {
    super(options.message);
    this.name = 'KlutchError';
    this.kind = options.kind;
    this.failure = options.failure;
    this.status = options.status;
    this.reason = options.reason;
    this.params = options.params;
    this.causes = options.causes ?? [];
    this.raw = options.raw ?? options.message;
  }
}

const kindByStatus: Record<number, ErrorKind> = {
  400: 'invalid',
  401: 'expired',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  422: 'invalid',
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
};

/** Maps an HTTP status to an error kind. */
export function classifyStatus(status: number): ErrorKind {
  return kindByStatus[status] ?? 'other';
}

function isErrorBody(body: unknown): body is Schemas['Error'] {
  return (
    typeof body === 'object' &&
    body !== null &&
    'error' in body &&
    typeof body.error === 'object' &&
    body.error !== null &&
    'message' in body.error &&
    typeof body.error.message === 'string'
  );
}

/** The error for a response that is not successful. */
export function errorFromResponse(status: number, body: unknown): KlutchError {
  const raw = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  if (isErrorBody(body)) {
    const { message, reason, params, causes } = body.error;
    return new KlutchError({
      kind: classifyStatus(status),
      status,
      message,
      reason,
      params,
      causes,
      raw,
    });
  }
  return new KlutchError({
    kind: classifyStatus(status),
    failure: 'badStatus',
    status,
    message: `The portal returned status ${status}.`,
    raw,
  });
}

const sessionErrors = new Set<unknown>([
  'AuthenticationError',
  'RejectedError',
  'PopupRejectedError',
]);

/** The error for a call without a usable response: session expired, unreadable body, or backend unreachable. */
export function toKlutchError(cause: unknown): KlutchError {
  if (cause instanceof KlutchError) {
    return cause;
  }
  const { name, statusCode } = (
    typeof cause === 'object' && cause !== null ? cause : {}
  ) as { name?: unknown; statusCode?: unknown };
  if (sessionErrors.has(name) || statusCode === 401) {
    return new KlutchError({
      kind: 'expired',
      message: 'Your session has ended.',
      raw: String(cause),
    });
  }
  if (name === 'SyntaxError') {
    return new KlutchError({
      kind: 'other',
      failure: 'unreadable',
      message: 'The portal’s response could not be read.',
      raw: String(cause),
    });
  }
  return new KlutchError({
    kind: 'unreachable',
    failure: 'noResponse',
    message: 'The portal’s backend does not respond.',
    raw: String(cause),
  });
}

/** A request in progress, as the REST client returns it. */
export type RestCall<T> = Promise<{
  data?: T;
  error?: unknown;
  response: Response;
}>;

/**
 * Waits for a REST call and returns its data.
 *
 * @throws KlutchError for every response that is not successful, and when there is no response.
 */
export async function unwrap<T>(call: RestCall<T>): Promise<T> {
  let result;
  try {
    result = await call;
  } catch (cause) {
    throw toKlutchError(cause);
  }
  if (!result.response.ok) {
    throw errorFromResponse(result.response.status, result.error);
  }
  return result.data as T;
}
