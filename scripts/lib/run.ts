// Programs that a script runs, with their output on ours, ended when we are.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { root } from './root';

export interface RunOptions {
  /** Default: the repository's folder. */
  cwd?: string;
  env?: Record<string, string>;
  /** Its output goes into this file in place of ours. */
  log?: string;
  /** Whatever still runs after so many milliseconds is killed; default: never. */
  timeoutMs?: number;
}

const running = new Set<ChildProcess>();

/** A heading between the outputs of programs. */
export const printHeading = (text: string): void =>
  void process.stdout.write(`\n=== ${text}\n`);

/** Whether the program ended well. Says why it could not be started. */
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

/** Ends with a signal, and with the script that started us, however that ended. What runs then is told. */
export function stopWithParent(): void {
  const stop = () => {
    running.forEach(child => child.kill('SIGTERM'));
    process.exit(130);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
}
