/** Maps errors to HTTP responses: a status, and a message for the user. */
import { ApiError, ConnectionError } from '@klutch/kube';
import { BindingError, type BindingErrorReason } from '../errors/BindingError';
import {
  HandshakeError,
  type HandshakeErrorReason,
} from '../errors/HandshakeError';
import { SignInError, type SignInErrorReason } from '../errors/SignInError';
import { StoreError } from '../errors/StoreError';

/** The response for an error. */
export interface Failure {
  status: number;
  /** Machine-readable reason, one word. */
  name: string;
  /** Human-readable: what happened, and what to do. */
  message: string;
  /** Whether the failure is logged for operators. */
  shouldLog: boolean;
}

/** An error of the HTTP layer, such as an unknown path or too many requests. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

const handshakeErrorStatus: Record<HandshakeErrorReason, number> = {
  InvalidRequest: 400,
  SignInAgain: 401,
  CrossSite: 403,
  CodeRefused: 404,
  Changed: 409,
};

const signInErrorStatus: Record<SignInErrorReason, number> = {
  Refused: 401,
  Unavailable: 503,
};

const bindingErrorStatus: Record<BindingErrorReason, number> = {
  InvalidInput: 400,
  NotOffered: 404,
  NotBound: 404,
  NotYet: 409,
  NotAllowed: 403,
  Conflict: 409,
  Failed: 503,
  Timeout: 503,
  Misconfigured: 503,
};

/** Reasons whose messages are only for operators, because they may name roles and namespaces of other tenants. */
const operatorOnlyReasons: readonly BindingErrorReason[] = [
  'NotAllowed',
  'Conflict',
  'Misconfigured',
];

const provisioningBlockedMessage =
  'The provider cannot provision your app cluster. Ask its platform operators for help; the log of the binding backend has the reason.';

const controlPlaneUnavailableMessage =
  'The control plane cluster is not available. Try again in a moment; if the error persists, tell the platform operators.';

const storeUnavailableMessage =
  'Your sign-in could not be continued because the sign-in store is not available. Try again in a moment; if the error persists, tell the platform operators.';

/** The status of an error of `express.json` or `express.urlencoded`. */
const bodyStatus = (error: unknown) =>
  error instanceof Error &&
  'type' in error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500
    ? error.status
    : undefined;

/** The response for an error. Errors of unknown types become "unexpected", so that their messages do not leak. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof HandshakeError) {
    const { message, reason } = error;
    const status = handshakeErrorStatus[reason];
    return { status, name: reason, message, shouldLog: false };
  }
  if (error instanceof HttpError) {
    const { message, reason, status } = error;
    return { status, name: reason, message, shouldLog: false };
  }
  if (error instanceof SignInError) {
    const { message, reason } = error;
    const shouldLog = reason === 'Unavailable';
    return {
      status: signInErrorStatus[reason],
      name: shouldLog ? 'SignInUnavailable' : 'SignInRefused',
      message,
      shouldLog,
    };
  }
  if (error instanceof BindingError) {
    const { reason } = error;
    const status = bindingErrorStatus[reason];
    const message = operatorOnlyReasons.includes(reason)
      ? provisioningBlockedMessage
      : error.message;
    const shouldLog = status >= 409 && reason !== 'NotYet';
    return { status, name: reason, message, shouldLog };
  }
  if (error instanceof StoreError) {
    return {
      status: 503,
      name: 'Unavailable',
      message: storeUnavailableMessage,
      shouldLog: true,
    };
  }
  if (error instanceof ApiError || error instanceof ConnectionError) {
    return {
      status: 503,
      name: 'Unavailable',
      message: controlPlaneUnavailableMessage,
      shouldLog: true,
    };
  }
  const status = bodyStatus(error);
  if (status !== undefined) {
    const message =
      'The request cannot be parsed. Check its format and size, then send it again.';
    return { status, name: 'InvalidRequest', message, shouldLog: false };
  }
  return {
    status: 500,
    name: 'Unexpected',
    message:
      'An unexpected error occurred. Start again from your terminal; if the error persists, tell the platform operators.',
    shouldLog: true,
  };
};

const hasSafeMessage = (error: unknown) =>
  error instanceof SignInError ||
  error instanceof BindingError ||
  error instanceof StoreError ||
  error instanceof ApiError ||
  error instanceof ConnectionError;

/**
 * Log fields of an error. Messages of unknown errors may quote the request, so only their stack frames are logged.
 */
export const loggedFields = (error: unknown): object => {
  if (!(error instanceof Error)) return { error: typeof error };
  const { message, name, stack = '' } = error;
  return hasSafeMessage(error)
    ? { error: name, reason: message }
    : {
        error: name,
        at: stack.split('\n').filter(line => /^\s+at /.test(line)),
      };
};
