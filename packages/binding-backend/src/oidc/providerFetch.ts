/** Requests to an identity provider that nothing in its answers can make long, large or public. */
import { isSecureTransport } from '../loopback';

/** An answer that was not read to its end, or a place that was not asked; the message holds nothing of the answer. */
export class ProviderResponseError extends Error {
  override readonly name = 'ProviderResponseError';
}

/** Discovery documents, key sets and token responses are some kilobytes. */
const maxBytes = 256 * 1024;

const readBounded = async (response: Response): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = [];
  const reader = response.body?.getReader();
  if (!reader) return chunks;
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw new ProviderResponseError(
        `an answer was larger than ${maxBytes / 1024} KiB`,
      );
    }
    chunks.push(value);
  }
};

/**
 * A `fetch` that reads the whole answer, up to a limit counted after decompression, and goes by plain http only on
 * loopback and only when the issuer does, whatever a discovery document says. Callers give the time limit as a signal,
 * which holds for the body too.
 */
export const providerFetch = (fetchImpl: typeof fetch, issuer: URL) => {
  const isAllowed = (url: URL) =>
    issuer.protocol === 'https:'
      ? url.protocol === 'https:'
      : isSecureTransport(url);
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (!isAllowed(new URL(url))) {
      throw new ProviderResponseError(
        'its discovery document names an address without https',
      );
    }
    const response = await fetchImpl(url, { ...init, redirect: 'manual' });
    const chunks = await readBounded(response);
    const { status, statusText, headers } = response;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    return new Response(body, { status, statusText, headers });
  };
};
