/** Runs a program to its end and collects what it says; how it ended is data, not an exception. */
import { ExecFileException, execFile } from 'node:child_process';
import { RunAs } from './runAs';

export interface ProgramResult {
  /** `undefined`: it could not be started or was ended by a signal. */
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

export interface ProgramOptions {
  runAs?: RunAs;
  /** The whole environment of the program. */
  env: NodeJS.ProcessEnv;
  signal?: AbortSignal;
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
  const { runAs, env, signal } = options;
  return new Promise(resolve => {
    execFile(
      program,
      args,
      // The folder of this process may be closed to the user of the program.
      { ...runAs, env, signal, cwd: '/', maxBuffer: outputLimit },
      (error, stdout, stderr) =>
        resolve({ exitCode: exitCodeOf(error), stdout, stderr }),
    );
  });
}

/** An environment that holds nothing but what programs need to run and to speak English. */
export const plainEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
});
