/** The progress of backups and restores. */
import { Readable } from 'node:stream';

/** So that short work shows progress, too. */
const firstMs = 100;
/** Each report is a write to a disk and to the API server. */
const intervalMs = 500;

/** Reports a number of bytes from time to time, when it has changed, while `work` runs. */
export async function whileReporting<T>(
  bytes: () => number | Promise<number>,
  report: (bytes: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  let last = 0;
  let ended = false;
  let timer: NodeJS.Timeout;
  const check = async () => {
    const now = await bytes();
    if (ended) return;
    if (now !== last) report(now);
    last = now;
    timer = setTimeout(check, intervalMs);
  };
  timer = setTimeout(check, firstMs);
  try {
    return await work();
  } finally {
    ended = true;
    clearTimeout(timer);
  }
}

/** The same stream; `onProgress` takes the number of bytes of each chunk that is read. */
export const countBytes = (
  stream: Readable,
  onProgress: (bytes: number) => void = () => {},
): Readable =>
  Readable.from(
    (async function* count() {
      for await (const chunk of stream) {
        onProgress(chunk.length);
        yield chunk;
      }
    })(),
  );

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Such as `12.5 MB`. */
export const megabytes = (bytes: number) => `${format.format(bytes / 1e6)} MB`;
