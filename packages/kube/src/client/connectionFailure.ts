// Maps connection errors to readable errors.
import { ConnectionError } from '../errors';
import { KubeconfigRefusedError } from '../KubeconfigRefusedError';

/** The code of a system error, or `unknown`. */
export function errorCodeOf(error: unknown): string {
  const code =
    typeof error === 'object' && error !== null && 'code' in error
      ? error.code
      : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** The error of a response that no API server sends. */
export const garbledAnswer = (server: string, what: string): ConnectionError =>
  new ConnectionError(
    `The API server ${server} sent ${what}. Check for a proxy in front of it.`,
    { failure: 'garbled', server },
  );

/**
 * The error of a request whose connection failed. The message of the cause is left out, because it may quote
 * credentials, except for errors of our own lookup.
 */
export function connectionFailure(
  error: unknown,
  server: string,
  proxy?: URL,
): ConnectionError {
  const errorCode = errorCodeOf(error);
  const through = proxy
    ? ` through the proxy ${proxy.protocol}//${proxy.host}`
    : '';
  if (timeoutCodes.has(errorCode)) {
    return new ConnectionError(
      `The API server ${server} did not respond in time${through}. Check that it is healthy and reachable.`,
      { failure: 'timeout', server, errorCode },
    );
  }
  const advice =
    error instanceof KubeconfigRefusedError
      ? error.explanation
      : 'Check its address, its certificate and the network.';
  return new ConnectionError(
    `The API server ${server} cannot be reached${through} (${errorCode}). ${advice}`,
    { failure: 'unreachable', server, errorCode },
  );
}
