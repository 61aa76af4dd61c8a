/** The progress of backups and restores. */
import { Readable } from 'node:stream';

const intervalMs = 2_000;

/** Reports a number of bytes from time to time, when it has changed, while `work` runs. */
export async function whileReporting<T>(
  bytes: () => number | Promise<number>,
  report: (bytes: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  let last = 0;
  let ended = false;
  const timer = setInterval(async () => {
    const now = await bytes();
    if (ended || now === last) return;
    last = now;
    report(now);
  }, intervalMs);
  try {
    return await work();
  } finally {
    ended = true;
    clearInterval(timer);
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
