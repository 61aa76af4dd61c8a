// What programs that run until they are told to stop have in common.
import type { HealthCheck } from './health/Health';
import type { Logger } from './Logger';
import { redactText } from './redaction/redactText';

/** Aborts on the first SIGINT or SIGTERM, which the log names; a second one ends the process as it always does. */
export function setupSignalHandler(logger: Logger): AbortSignal {
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
 * Keeps the process when a promise is rejected and nobody handles that: what one part has forgotten must not end the work
 * of the others. Each is logged.
 * @returns a check for liveness that shows them and never fails
 */
export function logUnhandledRejections(logger: Logger): HealthCheck {
  let count = 0;
  let last = '';
  process.on('unhandledRejection', error => {
    count += 1;
    const message = error instanceof Error ? error.message : 'no error';
    last = `${new Date().toISOString()}: ${redactText(message)}`;
    logger.error(
      { err: error },
      'nobody handled the failure of a promise; everything else goes on',
    );
  });
  return {
    name: 'unhandled rejections',
    problem: () => undefined,
    note: () =>
      count > 0
        ? `${count} so far, the last at ${last}. This is a defect: report it with the log`
        : undefined,
  };
}

/**
 * Ends the process with 1 at once, with words on the standard error: requests to a cluster that does not answer, and
 * whatever follows files, would keep it.
 * @param program - its name, before the words
 */
export function exitWithError(program: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${program}: ${message}\n`, () => {
    // eslint-disable-next-line no-restricted-syntax -- ending the process is what this is for
    process.exit(1);
  });
}
