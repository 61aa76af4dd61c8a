// Cuts a stream of bytes into lines, wherever the network happened to cut it.

/** A line was longer than allowed. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

const newline = 0x0a;

/**
 * Splits at line feeds. Bytes are joined before they are decoded, so that a character cut in two stays whole.
 * A last line without a line feed is dropped: the stream was cut inside it.
 */
export class LineSplitter {
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  /** @param maxLineBytes - longest line accepted */
  constructor(private readonly maxLineBytes: number) {}

  /**
   * Takes the next bytes and yields the lines they complete, without their line feeds; empty lines are left out.
   * @throws LineTooLongError
   */
  *push(chunk: Uint8Array): Generator<string> {
    let start = 0;
    for (
      let end = chunk.indexOf(newline);
      end >= 0;
      end = chunk.indexOf(newline, start)
    ) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.#take();
      if (line !== '') yield line;
    }
    this.#keep(chunk.subarray(start));
  }

  /** Bytes of a line that has begun and not ended. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > this.maxLineBytes) {
      throw new LineTooLongError(
        `A line is longer than ${this.maxLineBytes} bytes.`,
      );
    }
    this.#pending.push(bytes);
  }

  #take(): string {
    const line = Buffer.concat(this.#pending, this.#pendingBytes).toString(
      'utf8',
    );
    this.#pending = [];
    this.#pendingBytes = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
