/** Runs the sandbox as a child process: waits for the ready line and stops the process with Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defaultDir, layoutOf } from './layout';
import { fromSource } from './processes/nodeProcess';
import { readState, type SandboxState } from './state';

const repository = join(defaultDir, '..');

/** A sandbox in a process of its own. */
export interface SandboxProcess {
  state: SandboxState;
  pid: number;
  /** Sends SIGINT and resolves to the exit code. */
  interrupt(): Promise<number | null>;
}

/** The environment without the variables that the test runner sets. */
function userEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, NODE_OPTIONS, JEST_WORKER_ID, ...rest } = process.env;
  return rest as NodeJS.ProcessEnv;
}

/**
 * Starts a sandbox and waits for its ready line.
 *
 * @throws with the sandbox's output when the process exits before it is ready
 */
export async function startSandboxProcess(
  dir: string,
  port: number,
): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    [
      ...fromSource('packages/sandbox/src/main.ts'),
      'start',
      '--dir',
      dir,
      '--port',
      `${port}`,
    ],
    {
      cwd: repository,
      env: userEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const output: string[] = [];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', line => {
        output.push(line);
        if (line.startsWith('Ready: ')) resolve();
      });
    }
    exited.then(code =>
      reject(
        new Error(
          `The sandbox exited with code ${code} before it was ready:\n${output.join('\n')}`,
        ),
      ),
    );
  });
  await ready;
  const state = await readState(layoutOf(dir));
  if (!state) throw new Error('The sandbox is ready but wrote no state file.');
  return {
    state,
    pid: child.pid ?? 0,
    interrupt() {
      child.kill('SIGINT');
      return exited;
    },
  };
}
