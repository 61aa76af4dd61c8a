/** The one place that turns errors into answers: a status, and words that say what to do. */
import { ApiError, ConnectionError } from '@klutch/kube';
import { BindingError, type BindingErrorReason } from '../errors/BindingError';
import {
  HandshakeError,
  type HandshakeErrorReason,
} from '../errors/HandshakeError';
import { SignInError, type SignInErrorReason } from '../errors/SignInError';
import { StoreError } from '../errors/StoreError';

/** What somebody is told. */
export interface Failure {
  status: number;
  /** One word, for programs. */
  name: string;
  /** For people. */
  message: string;
  /** Operators have to know: it is written to the log. */
  shouldLog: boolean;
}

/** A refusal of HTTP itself. */
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

/** Their words are for operators: they may name namespaces of others, and roles. */
const operatorOnlyReasons: readonly BindingErrorReason[] = [
  'NotAllowed',
  'Conflict',
  'Misconfigured',
];

const provisioningBlockedMessage =
  'The provider cannot prepare your app cluster as things are. Tell its platform operators; the log of the binding backend says why.';

const controlPlaneUnavailableMessage =
  'The control plane could not do this now. Try again in a moment; if it stays like this, tell its platform operators.';

const storeUnavailableMessage =
  'Your sign-in could not be gone on with, as sign-ins cannot be kept at this moment. Try again in a moment; if it stays like this, tell the platform operators.';

/** What `express.json` and `express.urlencoded` fail with. */
const bodyStatus = (error: unknown) =>
  error instanceof Error &&
  'type' in error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500
    ? error.status
    : undefined;

/** The answer for an error. Whatever is not known to be for people becomes "an unexpected error". */
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
      'The request cannot be read. Check its form and size, then send it again.';
    return { status, name: 'InvalidRequest', message, shouldLog: false };
  }
  return {
    status: 500,
    name: 'Unexpected',
    message:
      'Something unexpected went wrong. Begin again from your terminal; if it happens again, tell the platform operators.',
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
 * What the log gets of an error. Messages of unknown errors are left out, as they may quote what was sent; where they
 * were thrown is enough to find them.
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
