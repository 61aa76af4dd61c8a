/** Runs a program to completion and collects its output; a failure is returned as data, not thrown. */
import { ExecFileException, execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Spawn options for the user; empty: the user of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export interface ProgramResult {
  /** `undefined`: the program could not be started or was ended by a signal. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

export interface ProgramOptions {
  runAs?: RunAs;
  /** The whole environment of the program. */
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Standard input. */
  input?: string | Readable;
}

const outputLimit = 16 * 1024 * 1024;

const exitCodeOf = (error: ExecFileException | null) => {
  if (!error) return 0;
  return typeof error.code === 'number' ? error.code : undefined;
};

/** Never rejects. Aborting ends the program. */
export function runProgram(
  program: string,
  args: string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  const { runAs, env, signal, input } = options;
  return new Promise(resolve => {
    const { stdin } = execFile(
      program,
      args,
      // The working directory of this process may be inaccessible to the program's user.
      { ...runAs, env, signal, cwd: '/', maxBuffer: outputLimit },
      (error, stdout, stderr) =>
        resolve({ exitCode: exitCodeOf(error), stdout, stderr }),
    );
    if (input === undefined || !stdin) return;
    const source = typeof input === 'string' ? Readable.from([input]) : input;
    // A program that ends early closes its input, and reports the reason itself.
    pipeline(source, stdin).catch(() => {});
  });
}

/** A minimal environment in which programs run with English messages. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
});
