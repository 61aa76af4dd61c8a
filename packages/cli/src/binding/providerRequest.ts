/** Requests to a provider's handshake. */
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

/**
 * Sends a request and returns the JSON of the answer. Redirects are not followed, so that nothing is sent elsewhere.
 *
 * @throws ProviderError for an answer that is no success; Error when there is no answer, or no JSON
 */
export async function requestJson(
  url: URL,
  init: Pick<RequestInit, 'method' | 'body' | 'headers'>,
  signal?: AbortSignal,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    ...init,
    headers: { accept: 'application/json', ...init.headers },
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: Error) => {
    if (signal?.aborted) throw error;
    const cause = error.cause instanceof Error ? error.cause.message : '';
    throw new Error(
      `${url.origin} cannot be reached (${printable(cause || error.message)}). Check the address and your network; certificates of your own authority go into NODE_EXTRA_CA_CERTS.`,
      { cause: error },
    );
  });
  const body: unknown = await response.json().catch(() => undefined);
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
