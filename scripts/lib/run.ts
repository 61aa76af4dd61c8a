// Runs programs whose output is passed on, and which end with this process.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { root } from './root';

export interface RunOptions {
  /** Default: the repository's folder. */
  cwd?: string;
  env?: Record<string, string>;
  /** File for the output, instead of this process's output. */
  log?: string;
  /** Milliseconds after which the program is killed. Default: never. */
  timeoutMs?: number;
}

const running = new Set<ChildProcess>();

/** Prints a heading between the outputs of programs. */
export const printHeading = (text: string): void =>
  void process.stdout.write(`\n=== ${text}\n`);

/** Resolves with whether the program exited with 0. Prints why a program could not be started. */
export function run(
  command: string,
  args: string[],
  options: RunOptions = {},
): Promise<boolean> {
  const output = options.log ? openSync(options.log, 'w') : undefined;
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, CI: 'true', ...options.env },
    stdio: ['ignore', output ?? 'inherit', output ?? 'inherit'],
  });
  running.add(child);
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => child.kill('SIGKILL'), options.timeoutMs);
  return new Promise<boolean>(resolve => {
    child.on('error', error => {
      printHeading(`${command}: ${error.message}`);
      resolve(false);
    });
    child.on('exit', code => resolve(code === 0));
  }).finally(() => {
    clearTimeout(timer);
    running.delete(child);
    if (output !== undefined) closeSync(output);
  });
}

/** Ends this process on a signal, or when its parent ends; running programs get SIGTERM. */
export function stopWithParent(): void {
  const stop = () => {
    running.forEach(child => child.kill('SIGTERM'));
    process.exit(130);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
}
