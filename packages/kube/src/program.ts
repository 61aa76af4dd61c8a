// Signal and error handling of long-running programs.
import { errorMessage } from './errors';
import type { HealthCheck } from './health/Health';
import type { Logger } from './Logger';
import { redactText } from './redaction/redactText';

/**
 * Returns a signal that aborts on the first SIGINT or SIGTERM, which is logged; a second one ends the process by
 * Node's default.
 */
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
 * Keeps the process running on unhandled promise rejections, so that a missing handler in one part does not end the
 * others. Each rejection is logged.
 * @returns a liveness check that shows the rejections and never fails
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
      'unhandled promise rejection; the process continues',
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
 * Writes the error to standard error and exits with code 1 at once. Requests to a cluster that does not respond, and
 * file watchers, would otherwise keep the process alive.
 * @param program - name of the program, printed before the message
 */
export function exitWithError(program: string, error: unknown): void {
  process.stderr.write(`${program}: ${errorMessage(error)}\n`, () => {
    // eslint-disable-next-line no-restricted-syntax -- ending the process is what this is for
    process.exit(1);
  });
}
