/** Runs the program in its process. */
import { CommanderError, type Command } from 'commander';
import { CommandFailure } from './CommandFailure';
import type { ClusterFlags } from './cluster/selectCluster';
import {
  interrupt,
  interruption,
  interruptionText,
  listenForInterruption,
} from './interruption';
import { printable } from './output/table';
import { createProgram } from './program';

const nameOf = (error: unknown): string =>
  error instanceof Error ? error.name : '';

/** Errors by which calls and questions end that an interruption aborts. */
const interruptionNames = ['AbortError', 'AbortPromptError', 'ExitPromptError'];

async function ask(message: string): Promise<boolean | undefined> {
  // The question is written to stderr; in a file nobody would see it.
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { confirm } = await import('./confirm');
  // Questions go to stderr, so that stdout has only the result.
  try {
    return await confirm(
      { message, default: false },
      { output: process.stderr, signal: interruption },
    );
  } catch (error) {
    if (nameOf(error) === 'ExitPromptError') interrupt('SIGINT');
    throw error;
  }
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
      signal: interruption,
    },
    argv[1],
  );
  await program.parseAsync(argv);
}

/** Messages of API servers name no next step. */
async function withRemedy(message: string, error: unknown): Promise<string> {
  // Loaded now: it needs the client for clusters, which help needs not.
  const { errorRemedy } = await import('./doctor/errorFinding');
  const remedy = errorRemedy(
    error instanceof CommandFailure ? error.cause : error,
  );
  return remedy ? `${message.replace(/\.$/, '')}. ${remedy}` : message;
}

/** Texts of servers are printed without sequences that control a terminal. */
async function messageOf(error: unknown): Promise<string> {
  const { message } = error instanceof Error ? error : new Error(String(error));
  return interruption.aborted && interruptionNames.includes(nameOf(error))
    ? interruptionText
    : withRemedy(message.split('\n').map(printable).join('\n'), error);
}

/** A reader that leaves early, such as `head`, does not stop a command between two writes to a cluster. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * Runs the command of the arguments, which begin with those of Node.js and the script. Failures are written to stderr and
 * set the exit code.
 */
export async function runCli(argv: readonly string[]): Promise<void> {
  listenForInterruption();
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  try {
    await run(argv);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    process.stderr.write(`error: ${await messageOf(error)}\n`);
    process.exitCode ??= error instanceof CommandFailure ? error.exitCode : 1;
  }
}
