// Lines of a stream, for those who only look for ASCII in them.

/** Takes the stream's chunks; calls the listener with each line as soon as its end is there. */
export function readLines(
  listener: (line: string) => void,
): (chunk: Buffer) => void {
  let rest = '';
  return chunk => {
    // One byte, one character: a character cut in two stays whole, and nothing of it is looked at.
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(listener);
  };
}
