/** Runs the program in its process. */
import { CommanderError, type Command } from 'commander';
import type { ClusterFlags } from './cluster/selectCluster';
import { createProgram } from './program';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());

async function ask(message: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const { confirm } = await import('./confirm');
  // Questions go to stderr, so that stdout has only the result.
  return confirm(
    { message, default: false },
    { output: process.stderr, signal: interruption.signal },
  );
}

async function run(argv: readonly string[]): Promise<void> {
  const program = createProgram(
    {
      // Loaded when a command connects: the client takes most of a start, and help needs none.
      connect: async (command: Command) => {
        const { selectCluster } = await import('./cluster/selectCluster');
        return selectCluster(command.optsWithGlobals<ClusterFlags>());
      },
      confirm: ask,
      stdout: process.stdout,
      stderr: process.stderr,
      signal: interruption.signal,
    },
    argv[1],
  );
  await program.parseAsync(argv);
}

/**
 * Runs the command of the arguments, which begin with those of Node.js and the script. Failures are written to stderr and
 * set the exit code.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  try {
    await run(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`error: ${message}\n`);
    process.exitCode = 1;
  }
}
