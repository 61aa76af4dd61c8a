// Splits a stream into lines for readers that only search for ASCII.

/** Reads the stream's chunks; calls the listener with each line as soon as its end has arrived. */
export function readLines(
  listener: (line: string) => void,
): (chunk: Buffer) => void {
  let rest = '';
  return chunk => {
    // Latin-1 maps each byte to one character, so that a split UTF-8 character stays intact.
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(listener);
  };
}
