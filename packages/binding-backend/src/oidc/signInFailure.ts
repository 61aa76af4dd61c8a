/**
 * Failures of the libraries as words. The errors themselves hold responses, claims and tokens, so nothing of them is
 * passed on but their fixed texts, and the provider's own words without what is secret.
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

/** What the words need to know. */
export interface FailureContext {
  /** The provider, for people. */
  title: string;
  /** What must not appear, even where the provider repeats it. */
  secrets: readonly string[];
}

/** openid-client's codes for an answer that fits, but says something else than was asked for. */
const refusalCodes: ReadonlySet<string> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** jose's codes for a key set that cannot be had; all others are about the token. */
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

/** The error and what it was made of. By their fields: errors of `fetch` need not be instances of this realm's classes. */
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

/** The library's fixed text: of the cause, where it has put a shorter one over it. */
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

/** The part of a failure to reach the provider that can be said: never an unknown message, which may repeat an answer. */
const connectionFailureReason = (error: unknown): string => {
  for (const cause of causesOf(error)) {
    if (cause instanceof ProviderResponseError) return cause.message;
    if (cause instanceof joseErrors.JOSEError) return cause.message;
    if ('name' in cause && cause.name === 'TimeoutError') {
      return 'it took too long';
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
    `${title} does not answer as an identity provider should: ${connectionFailureReason(error)}. Try again in a while; if that does not help, tell the operator.`,
  );

/** @param detail - as the end of a sentence */
export const signInMismatchError = (
  title: string,
  detail: string,
): SignInError =>
  new SignInError(
    'Refused',
    `What came back from ${title} does not fit this sign-in: ${detail}. Sign in again; if that does not help, tell the operator.`,
  );

const tokenEndpointError = (
  error: ResponseBodyError,
  context: FailureContext,
) => {
  const { title, secrets } = context;
  const words = providerErrorText(error, secrets);
  return new SignInError(
    'Refused',
    error.error === 'invalid_grant'
      ? `${title} does not accept what the browser brought back: ${words}. It may have been used before, or be too old; sign in again.`
      : `${title} does not accept this server as a client: ${words}. Tell the operator to look at its client id, secret and redirect URI.`,
  );
};

/** A failed sign-in as an error for whoever signs in. */
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
      `${title} did not sign you in: ${providerErrorText(error, secrets)}. Sign in again, or ask whoever runs ${title}.`,
    );
  }
  if (error instanceof ResponseBodyError) {
    return tokenEndpointError(error, context);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new SignInError(
      'Refused',
      `${title} does not accept this server as a client (${error.status}). Tell the operator to look at its client id and secret.`,
    );
  }
  if (error instanceof ClientError && refusalCodes.has(error.code ?? '')) {
    return signInMismatchError(title, libraryMessage(error));
  }
  return providerUnavailableError(title, error);
};

/** A provider that could not be discovered: whatever is wrong with its document, nobody can sign in yet. */
export const discoveryFailure = (error: unknown, title: string): SignInError =>
  findSignInError(error) ?? providerUnavailableError(title, error);

/** @param problem - as the end of a sentence */
export const accessTokenRefusedError = (
  title: string,
  problem: string,
): SignInError =>
  new SignInError(
    'Refused',
    `The access token is not accepted: ${problem}. Get a new one from ${title} for this server, and send that.`,
  );

/** An access token that cannot be accepted, or not be checked. */
export const accessTokenFailure = (
  error: unknown,
  title: string,
): SignInError => {
  if (error instanceof joseErrors.JOSEError && !keySetCodes.has(error.code)) {
    return accessTokenRefusedError(title, error.message);
  }
  return signInFailure(error, { title, secrets: [] });
};
