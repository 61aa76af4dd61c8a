/** Tells the user what is waited for. */

const silenceMs = 1_000;

/** Waits for `work`; when that takes more than a second, writes what for. */
export async function withProgress<T>(
  stderr: NodeJS.WritableStream,
  what: string,
  work: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => stderr.write(`${what} ...\n`), silenceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
