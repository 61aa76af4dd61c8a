/** Ends from outside, such as Ctrl-C: a command cleans up and ends; one that waits for an answer is ended soon. */

/** As shells report them: 128 and the number of the signal. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** How long a command may clean up. */
const graceMs = 2_000;

const controller = new AbortController();
let isSuspended = false;

/** Aborted by the first signal. */
export const interruption = controller.signal;

/** What the user is told. */
export const interruptionText =
  'Interrupted. Run the command again; it goes on with what exists.';

/** Ends the program as the signal does; for Ctrl-C at a question, which takes the key itself. */
export function interrupt(signal: keyof typeof exitCodes): void {
  process.exitCode = exitCodes[signal];
  controller.abort();
  setTimeout(() => {
    process.stderr.write(`error: ${interruptionText}\n`);
    process.exit(exitCodes[signal]);
  }, graceMs).unref();
}

function listenTo(signal: keyof typeof exitCodes): void {
  const onSignal = () => {
    if (isSuspended && signal === 'SIGINT') return;
    // From now on another signal ends the program at once.
    process.off(signal, onSignal);
    interrupt(signal);
  };
  process.on(signal, onSignal);
}

/** Follows the signals of this process. */
export function listenForInterruption(): void {
  listenTo('SIGHUP');
  listenTo('SIGINT');
  listenTo('SIGTERM');
}

/** Leaves Ctrl-C to a program that shares the terminal, such as a database client that cancels a statement by it. */
export async function leaveCtrlCTo<T>(work: () => Promise<T>): Promise<T> {
  isSuspended = true;
  try {
    return await work();
  } finally {
    isSuspended = false;
  }
}
