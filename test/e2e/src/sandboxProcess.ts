/** The sandbox as a person starts it: a process, its ready line, Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  defaultDir,
  layoutOf,
  readState,
  type SandboxState,
} from '@klutch/sandbox';

const repository = join(defaultDir, '..');

/** A sandbox of the test's own. */
export interface SandboxProcess {
  state: SandboxState;
  /** Sends Ctrl-C and resolves to the exit code. */
  interrupt(): Promise<number | null>;
}

/** Without what the test runner sets for itself. */
function userEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, NODE_OPTIONS, JEST_WORKER_ID, ...rest } = process.env;
  return rest as NodeJS.ProcessEnv;
}

/**
 * Starts a sandbox and waits until it says that it is ready.
 *
 * @throws with everything it printed, when it ends before
 */
export async function startSandboxProcess(
  dir: string,
  port: number,
): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      join(repository, 'packages/sandbox/src/main.ts'),
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
  const printed: string[] = [];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', line => {
        printed.push(line);
        if (line.startsWith('Ready: ')) resolve();
      });
    }
    exited.then(code =>
      reject(
        new Error(
          `The sandbox ended with ${code} before it was ready:\n${printed.join('\n')}`,
        ),
      ),
    );
  });
  await ready;
  const state = await readState(layoutOf(dir));
  if (!state)
    throw new Error('The sandbox is ready and says nothing of itself.');
  return {
    state,
    interrupt() {
      child.kill('SIGINT');
      return exited;
    },
  };
}
