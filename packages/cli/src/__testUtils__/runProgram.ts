/** Runs commands in this process. */
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandContext } from '../CommandContext';
import { KlutchCommand } from '../KlutchCommand';

/** What a command wrote, and how it ended. */
export interface Ran {
  stdout: string;
  stderr: string;
  error?: Error;
}

/** How a command is run. */
export interface RunOptions {
  /** Whether stdout is a terminal; stderr always is one. */
  isTTY?: boolean;
  /** What a person would say; undefined: there is nobody to ask. */
  answer?: boolean | ((question: string) => boolean | undefined);
  signal?: AbortSignal;
  /** Called with everything that was written to stdout until now. */
  onStdout?: (text: string) => void;
}

const collect = (isTTY: boolean, onText?: (text: string) => void) => {
  let text = '';
  const stream = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        onText?.(text);
        done();
      },
    }),
    { isTTY },
  );
  return { stream, text: () => text };
};

/** Runs `klutch <args>` with the commands that `addCommands` adds. */
export async function runProgram(
  args: readonly string[],
  addCommands: (program: Command, context: CommandContext) => void,
  connect: CommandContext['connect'],
  { isTTY = false, answer, signal, onStdout }: RunOptions = {},
): Promise<Ran> {
  const stdout = collect(isTTY, onStdout);
  const stderr = collect(true);
  const program = new KlutchCommand('klutch').exitOverride().configureOutput({
    writeOut: text => void stdout.stream.write(text),
    writeErr: text => void stderr.stream.write(text),
    getOutHelpWidth: () => 100,
    getErrHelpWidth: () => 100,
  });
  addCommands(program, {
    connect,
    stdout: stdout.stream,
    stderr: stderr.stream,
    confirm: async question =>
      typeof answer === 'function' ? answer(question) : answer,
    signal,
  });
  let error: Error | undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  }
  return { stdout: stdout.text(), stderr: stderr.text(), error };
}
