// Splits a stream of bytes into lines.

/** A line was longer than allowed. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

const newline = 0x0a;

/** The same bytes as a Buffer, which can decode a range without a copy. */
const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Splits at line feeds. Bytes are joined before decoding, so that a character split between chunks stays whole. A
 * last line without a line feed is dropped, because the stream was cut inside it.
 */
export class LineSplitter {
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  /** @param maxLineBytes - length of the longest line */
  constructor(private readonly maxLineBytes: number) {}

  /**
   * Adds bytes and yields the lines that they complete, without line feeds and without empty lines.
   * @throws LineTooLongError
   */
  *push(chunk: Uint8Array): Generator<string> {
    const bytes = asBuffer(chunk);
    let start = 0;
    for (
      let end = bytes.indexOf(newline);
      end >= 0;
      end = bytes.indexOf(newline, start)
    ) {
      const line = this.#line(bytes, start, end);
      start = end + 1;
      if (line !== '') yield line;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
  }

  /** Bytes of the incomplete line. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  #expect(bytes: number): void {
    if (this.#pendingBytes + bytes > this.maxLineBytes) {
      throw new LineTooLongError(
        `A line is longer than ${this.maxLineBytes} bytes.`,
      );
    }
  }

  #keep(bytes: Uint8Array): void {
    this.#expect(bytes.length);
    this.#pendingBytes += bytes.length;
    this.#pending.push(bytes);
  }

  #line(bytes: Buffer, start: number, end: number): string {
    this.#expect(end - start);
    if (this.#pendingBytes === 0) return decode(bytes, start, end);
    this.#keep(bytes.subarray(start, end));
    const joined = Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    return decode(joined, 0, joined.length);
  }
}

const carriageReturn = 0x0d;

function decode(bytes: Buffer, start: number, end: number): string {
  const withReturn = end > start && bytes[end - 1] === carriageReturn;
  return bytes.toString('utf8', start, withReturn ? end - 1 : end);
}
