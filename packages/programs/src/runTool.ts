/** Runs the tools that install programs: compilers and package managers. */
import { startProcess, type ProcessOptions } from '@klutch/local-processes';

/** Exit code of the shell of a supervised process. */
const NOT_FOUND = 127;

/** A command that is expected to end by itself. */
export type ToolOptions = Omit<ProcessOptions, 'name' | 'ready'> & {
  /** Name in messages. Default: the command. */
  name?: string;
  /** How many of its last lines an error shows. Default 4. */
  lines?: number;
};

/**
 * Runs a command to its end.
 *
 * @throws Error with the last lines of its output when the command fails or is missing; the signal's reason when
 * aborted.
 */
export async function runTool({
  name,
  lines = 4,
  ...options
}: ToolOptions): Promise<void> {
  const title = name ?? options.command;
  const started = await startProcess({ ...options, name: title });
  const exit = await started.exited;
  options.signal?.throwIfAborted();
  if (exit.code === NOT_FOUND)
    throw new Error(`${options.command} is not installed`);
  if (exit.code !== 0) {
    throw new Error(
      `${title} failed (${exit.signal ?? `code ${exit.code}`}): ${exit.lastLines.slice(-lines).join(' | ')}`,
    );
  }
}
