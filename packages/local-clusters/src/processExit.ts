/**
 * How a supervised process ended, and the words for it.
 */

/** The end of a supervised process. */
export interface ProcessExit {
  /** The name it was started under, for example `kube-apiserver`. */
  name: string;
  /** Exit code, `null` when a signal ended it. */
  code: number | null;
  /** The signal that ended it, `null` when it exited by itself. */
  signal: NodeJS.Signals | null;
  /** True when `stop()` was asked for before. */
  expected: boolean;
  logFile: string;
  /** Last lines of its log, oldest first; empty when it ended as asked. */
  lastLines: string[];
}

/** A process that could not start, did not become ready or died although nobody stopped it. */
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
    return 'was killed (SIGKILL). When nobody did that by hand, the machine may be short of memory';
  if (exit.signal) return `was ended by ${exit.signal}`;
  if (exit.code === 127)
    return 'could not be started: the program was not found';
  if (exit.code === 126)
    return 'could not be started: the program is not executable here';
  return `exited with code ${exit.code}`;
};

/** A reason for the failure that the log lines give away, with what to do about it. */
export function explainFailure(lines: string[]): string | undefined {
  const text = lines.join('\n');
  if (/no space left on device/i.test(text))
    return 'The disk is full: make room and start again.';
  if (/address already in use/i.test(text))
    return 'Another program listens on its port: stop that program, or start again.';
  if (/exec format error/i.test(text))
    return 'The program is for another platform: delete it and start again.';
  if (/permission denied/i.test(text))
    return 'It lacks a permission on a file or folder: see the log lines.';
  return undefined;
}

/** Builds the error for a process that failed: what happened, why if the log tells, where the log is, its last lines. */
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
