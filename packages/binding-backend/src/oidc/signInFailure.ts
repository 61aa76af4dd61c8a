/**
 * Maps errors of openid-client and jose to SignInError. Library errors hold responses, claims and tokens, so only their
 * fixed messages are passed on, and the provider's error description with secrets redacted.
 */
import { errors as joseErrors } from 'jose';
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { SignInError } from '../errors/SignInError';
import { ProviderResponseError } from './providerFetch';
import { oneLine } from './userFromClaims';

/** Context for error messages. */
export interface FailureContext {
  /** Human-readable name of the provider. */
  title: string;
  /** Secrets to redact, as the provider may echo them. */
  secrets: readonly string[];
}

/** openid-client's error codes for well-formed responses that fail a check. */
const refusalCodes: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** jose's error codes for a key set that cannot be fetched; all other codes concern the token. */
const keySetCodes: ReadonlySet<string> = new Set([
  'ERR_JOSE_GENERIC',
  'ERR_JWKS_TIMEOUT',
  'ERR_JWKS_INVALID',
]);

const providerErrorText = (
  {
    error,
    error_description: description,
  }: {
    error: string;
    error_description?: string;
  },
  secrets: readonly string[],
) => {
  const message = description ? `${error}: ${description}` : error;
  const redacted = secrets
    .filter(Boolean)
    .reduce((text, secret) => text.replaceAll(secret, '…'), message);
  return `"${oneLine(redacted)}"`;
};

/** The error and its causes, read by field because errors of `fetch` may be instances of another realm's classes. */
function* causesOf(error: unknown): Generator<object> {
  let cause = error;
  while (typeof cause === 'object' && cause !== null) {
    yield cause;
    cause = 'cause' in cause ? cause.cause : undefined;
  }
}

const findSignInError = (error: unknown): SignInError | undefined =>
  [...causesOf(error)].find(cause => cause instanceof SignInError);

const fixedTextErrors: ReadonlySet<string> = new Set([
  'OperationProcessingError',
  'UnsupportedOperationError',
]);

/** The library's fixed message; that of the cause if the outer error is less specific. */
const libraryMessage = (error: unknown): string => {
  for (const cause of causesOf(error)) {
    if (cause instanceof Error && fixedTextErrors.has(cause.name)) {
      return cause.message;
    }
  }
  return error instanceof ClientError ? error.message : 'it cannot be reached';
};

const statusOf = (error: unknown) =>
  error instanceof ClientError && error.cause instanceof Response
    ? ` (${error.cause.status})`
    : '';

/** The reason of a failed connection; never an unknown message, because it may quote a response. */
const connectionFailureReason = (error: unknown): string => {
  for (const cause of causesOf(error)) {
    if (cause instanceof ProviderResponseError) return cause.message;
    if (cause instanceof joseErrors.JOSEError) return cause.message;
    if ('name' in cause && cause.name === 'TimeoutError') {
      return 'the request timed out';
    }
    if ('code' in cause && /^(E[A-Z]+|UND_ERR_\w+)$/.test(`${cause.code}`)) {
      return `${cause.code}`;
    }
  }
  return `${libraryMessage(error)}${statusOf(error)}`;
};

const providerUnavailableError = (title: string, error: unknown) =>
  new SignInError(
    'Unavailable',
    `${title} is not available or sent an invalid response: ${connectionFailureReason(error)}. Try again later; if the error persists, tell the operator.`,
  );

/** @param detail - the reason, as the end of a sentence */
export const signInMismatchError = (
  title: string,
  detail: string,
): SignInError =>
  new SignInError(
    'Refused',
    `The response of ${title} does not match this sign-in: ${detail}. Sign in again; if the error persists, tell the operator.`,
  );

const tokenEndpointError = (
  error: ResponseBodyError,
  context: FailureContext,
) => {
  const { title, secrets } = context;
  const providerText = providerErrorText(error, secrets);
  return new SignInError(
    'Refused',
    error.error === 'invalid_grant'
      ? `${title} does not accept the authorization code: ${providerText}. The code may have been used or expired; sign in again.`
      : `${title} does not accept this server as a client: ${providerText}. Tell the operator to check its client id, secret and redirect URI.`,
  );
};

/** The error of a failed sign-in, with a message for the user. */
export const signInFailure = (
  error: unknown,
  context: FailureContext,
): SignInError => {
  const { title, secrets } = context;
  const ours = findSignInError(error);
  if (ours) return ours;
  if (error instanceof AuthorizationResponseError) {
    return new SignInError(
      'Refused',
      `${title} did not sign you in: ${providerErrorText(error, secrets)}. Sign in again, or ask the administrators of ${title}.`,
    );
  }
  if (error instanceof ResponseBodyError) {
    return tokenEndpointError(error, context);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new SignInError(
      'Refused',
      `${title} does not accept this server as a client (${error.status}). Tell the operator to check its client id and secret.`,
    );
  }
  if (error instanceof ClientError && refusalCodes.has(error.code ?? '')) {
    return signInMismatchError(title, libraryMessage(error));
  }
  return providerUnavailableError(title, error);
};

/** The error of a failed discovery; always `Unavailable`, because no user can sign in. */
export const discoveryFailure = (error: unknown, title: string): SignInError =>
  findSignInError(error) ?? providerUnavailableError(title, error);

/** @param problem - the reason, as the end of a sentence */
export const accessTokenRefusedError = (
  title: string,
  problem: string,
): SignInError =>
  new SignInError(
    'Refused',
    `The access token is not accepted: ${problem}. Get a new one for this server from ${title}, and try again.`,
  );

/** The error for an access token that is invalid, or that could not be verified. */
export const accessTokenFailure = (
  error: unknown,
  title: string,
): SignInError => {
  if (error instanceof joseErrors.JOSEError && !keySetCodes.has(error.code)) {
    return accessTokenRefusedError(title, error.message);
  }
  return signInFailure(error, { title, secrets: [] });
};
