/**
 * A progress line for something that takes long: at its start, and again every ten seconds with the time so far.
 */
const EVERY_MS = 10_000;

/** Starts reporting; call what it returns to end it and to get the seconds it took. `more` adds to each further line. */
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
