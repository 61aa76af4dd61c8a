/** Requests to an identity provider with limits on their size and transport. */
import { isSecureTransport } from '../loopback';

/** A response that is too large, or a URL that is not allowed; the message quotes nothing from the response. */
export class ProviderResponseError extends Error {
  override readonly name = 'ProviderResponseError';
}

/** Discovery documents, key sets and token responses have only some kilobytes. */
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
        `a response was larger than ${maxBytes / 1024} KiB`,
      );
    }
    chunks.push(value);
  }
};

/**
 * A `fetch` that reads the whole response, up to a limit counted after decompression. Plain http is allowed only on
 * loopback and only if the issuer uses it too, whatever the discovery document says. Callers pass the timeout as a
 * signal, which applies to the body too.
 */
export const providerFetch = (fetchImpl: typeof fetch, issuer: URL) => {
  const isAllowed = (url: URL) =>
    issuer.protocol === 'https:'
      ? url.protocol === 'https:'
      : isSecureTransport(url);
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (!isAllowed(new URL(url))) {
      throw new ProviderResponseError(
        'its discovery document has a URL without https',
      );
    }
    const response = await fetchImpl(url, { ...init, redirect: 'manual' });
    const chunks = await readBounded(response);
    const { status, statusText, headers } = response;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    return new Response(body, { status, statusText, headers });
  };
};
