/** Progress lines for a long operation: at its start, and every ten seconds with the elapsed time. */
const EVERY_MS = 10_000;

/**
 * Starts reporting; the returned function stops reporting and returns the elapsed seconds. `more` adds to each
 * further line.
 */
export function reportElapsed(
  line: string,
  report?: (text: string) => void,
  more: () => string = () => '',
): () => number {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  report?.(line);
  const timer = setInterval(
    () => report?.(`${line}, ${seconds()} s so far${more()}`),
    EVERY_MS,
  );
  return () => {
    clearInterval(timer);
    return seconds();
  };
}

/** Reports as {@link reportElapsed} does, until the work ends or throws. */
export async function whileReportingElapsed<T>(
  line: string,
  report: ((text: string) => void) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const done = reportElapsed(line, report);
  try {
    return await work();
  } finally {
    done();
  }
}
