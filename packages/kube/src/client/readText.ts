// Reads the body of a response as text, up to a length.

/** A body is longer than allowed. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
}

/**
 * Reads a body to its end. Reading stops when the body gets too long, which closes its connection.
 * @throws BodyTooLongError
 */
export async function readText(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new BodyTooLongError(`A body is longer than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, bytes));
}
