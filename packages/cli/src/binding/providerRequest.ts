/** Requests to a provider's handshake. */
import { isNativeError } from 'node:util/types';
import { printable } from '../output/table';

const timeoutMs = 60_000;

/** The provider refused a request; the message is its own, for users. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    /** Machine-readable, such as `CodeRefused`; empty when the provider sent none. */
    readonly reason: string,
    message: string,
    /** HTTP status code. */
    readonly status: number,
    /** How long the provider asks to wait before the next request, in milliseconds. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

/** A server gave no answer, or not all of it; the connection may be back in a moment. */
export class LostConnection extends Error {
  override readonly name = 'LostConnection';
}

/** Codes of Node.js and of its `fetch` for connections that fail for a time; those of wrong addresses are none of them. */
const lostCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** Whether an error, or one that caused it, is that of a lost connection. */
export function isLostConnection(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const { cause, code } = error as NodeJS.ErrnoException;
  return lostCodes.has(code ?? '') || isLostConnection(cause);
}

/** Message of an error, on one line; `fetch` tells only in the cause what went wrong. */
export function reasonOf(error: unknown): string {
  if (!isNativeError(error)) return '';
  const { cause, message } = error;
  return printable((isNativeError(cause) && cause.message) || message);
}

/** What to do about a server that gave no answer. */
export const unreachableText = (url: URL, error: unknown): string =>
  `${url.origin} cannot be reached (${reasonOf(error)}). Check the address and your network; certificates of your own authority go into NODE_EXTRA_CA_CERTS.`;

/** Milliseconds of a `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); undefined for anything else. */
export function readRetryAfter(
  header: string | null,
  now: number,
): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d{1,6}$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? printable(value.slice(0, 2_000)) : '';

function providerError(
  { headers, status }: Response,
  body: unknown,
  url: URL,
): ProviderError {
  const { error } = (body ?? {}) as {
    error?: { name?: unknown; message?: unknown };
  };
  return new ProviderError(
    textOf(error?.name),
    textOf(error?.message) ||
      `${url.origin}${url.pathname} answered with status ${status}. Check the address; if it is right, ask the provider's operators.`,
    status,
    readRetryAfter(headers.get('retry-after'), Date.now()),
  );
}

type RequestParts = Pick<RequestInit, 'method' | 'body' | 'headers'>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Readers of the answer say what is missing.
  }
}

async function send(url: URL, init: RequestParts, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', ...init.headers },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { response, body: parseJson(await response.text()) };
  } catch (error) {
    if (signal?.aborted || !isNativeError(error)) throw error;
    const message = unreachableText(url, error);
    throw isLostConnection(error)
      ? new LostConnection(message, { cause: error })
      : new Error(message, { cause: error });
  }
}

/**
 * Sends a request and returns the JSON of the answer. Redirects are not followed, so that nothing is sent elsewhere.
 *
 * @throws ProviderError for an answer that is no success; LostConnection without a complete answer; Error when there is
 * no server, or no JSON
 */
export async function requestJson(
  url: URL,
  init: RequestParts,
  signal?: AbortSignal,
): Promise<unknown> {
  const { body, response } = await send(url, init, signal);
  if (!response.ok) throw providerError(response, body, url);
  return body;
}

/** As {@link requestJson}, with a JSON body. */
export const postJson = (
  url: URL,
  body: object,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<unknown> =>
  requestJson(
    url,
    {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    },
    signal,
  );
