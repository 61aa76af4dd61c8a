// What programs that run until they are told to stop have in common.
import type { Logger } from './Logger';

/** Aborts on the first SIGINT or SIGTERM, which the log names; a second one ends the process as it always does. */
export function signalOfProcess(logger: Logger): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => {
      logger.info({ signal: name }, 'stopping');
      stop.abort();
    });
  }
  return stop.signal;
}

/**
 * Ends the process with 1 at once, with words on the standard error: requests to a cluster that does not answer, and
 * whatever follows files, would keep it.
 * @param program - its name, before the words
 */
export function endFailedProgram(program: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${program}: ${message}\n`, () => {
    // eslint-disable-next-line no-restricted-syntax -- ending the process is what this is for
    process.exit(1);
  });
}
