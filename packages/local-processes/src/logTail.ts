/**
 * The last lines of a log file, for error messages.
 */
import { open } from 'node:fs/promises';

const MAX_BYTES = 32 * 1024;
const MAX_LINE = 400;

/** Returns the last `count` non-empty lines, each truncated to a readable length. */
export function lastLines(text: string, count: number): string[] {
  return text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
    .slice(-count)
    .map(line =>
      line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line,
    );
}

/** Reads the last lines of a log file, from an offset on; an unreadable file yields none. */
export async function readLogTail(
  file: string,
  count = 15,
  offset = 0,
): Promise<string[]> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const start = Math.max(offset, size - MAX_BYTES);
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.alloc(size - start),
        position: start,
      });
      return lastLines(buffer.subarray(0, bytesRead).toString('utf8'), count);
    } finally {
      await handle.close();
    }
  } catch {
    return [];
  }
}
