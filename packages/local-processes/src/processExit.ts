/** How a supervised process ended, with error messages. */

/** The exit of a supervised process. */
export interface ProcessExit {
  /** Name of the process in messages, for example `kube-apiserver`. */
  name: string;
  /** Exit code; `null` when ended by a signal. */
  code: number | null;
  /** The signal that ended the process; `null` for a normal exit. */
  signal: NodeJS.Signals | null;
  /** Whether `stop()` was called before. */
  expected: boolean;
  logFile: string;
  /** Last lines of the log, oldest first; empty after an expected exit. */
  lastLines: string[];
}

/** A process that could not start, did not become ready or exited unexpectedly. */
export class ProcessFailedError extends Error {
  constructor(
    message: string,
    readonly exit: ProcessExit,
  ) {
    super(message);
    this.name = 'ProcessFailedError';
  }
}

const describeExit = (exit: ProcessExit) => {
  if (exit.signal === 'SIGKILL')
    return 'was killed (SIGKILL). If no user did that, the machine may be out of memory';
  if (exit.signal) return `was ended by signal ${exit.signal}`;
  if (exit.code === 127)
    return 'could not be started: the program was not found';
  if (exit.code === 126)
    return 'could not be started: the program is not executable here';
  return `exited with code ${exit.code}`;
};

/** The cause of the failure as found in the log lines, with what to do. */
export function explainFailure(lines: string[]): string | undefined {
  const text = lines.join('\n');
  if (/no space left on device/i.test(text))
    return 'The disk is full: free disk space and start again.';
  if (/address already in use/i.test(text))
    return 'Another program listens on its port: stop that program, or start again.';
  if (/exec format error/i.test(text))
    return 'The program is for another platform: delete it and start again.';
  if (/permission denied/i.test(text))
    return 'It lacks a permission on a file or folder: see the log lines.';
  return undefined;
}

/**
 * Builds the error for a failed process: what happened, the cause if the log shows one, the log's path, its last
 * lines.
 */
export function processFailure(
  exit: ProcessExit,
  what?: string,
): ProcessFailedError {
  const lines =
    exit.lastLines.length > 0 ? exit.lastLines : ['(nothing was logged)'];
  const message = [
    `${exit.name} ${what ?? describeExit(exit)}.`,
    explainFailure(exit.lastLines),
    `Its log is ${exit.logFile}; it ends with:`,
    ...lines.map(line => `  ${line}`),
  ];
  return new ProcessFailedError(
    message.filter(part => part !== undefined).join('\n'),
    exit,
  );
}
