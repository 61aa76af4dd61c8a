/** `npm start`: brings up the whole thing, phase by phase, and stops it in the opposite order. */
import { Listr, PRESET_TIMER, type ListrTask } from 'listr2';
import { mkdir, rm } from 'node:fs/promises';
import { layoutOf, type Layout } from './layout';
import { acquireLock } from './lock';
import { phases, type Sandbox } from './phases';
import { checkPort, checkDiskSpace } from './preflightChecks';
import { ShutdownStack } from './processes/stack';
import {
  confirmOnTerminal,
  ensureProgram,
  postgresqlClient,
  type InstallOptions,
} from './programs/systemPrograms';
import { writeState, type SandboxState } from './state';

/** How the sandbox is started. */
export interface StartOptions {
  /** Everything the sandbox keeps lies here. */
  dir: string;
  /** Port of the portal on loopback. Default 7007. */
  port?: number;
  /** Forget what an earlier sandbox kept here. Default false. */
  reset?: boolean;
  /** Aborting it stops the start. */
  signal: AbortSignal;
  /** Whether a command that installs a program of the system may be run. Default: a person at the terminal is asked. */
  mayRun?: InstallOptions['mayRun'];
  /** Told in words when a part ended by itself. Default: standard error. */
  onRestart?: (text: string) => void;
  /** Called when a cluster is gone and the sandbox cannot go on. */
  onFatal?: (error: Error) => void;
}

/** A running sandbox. */
export interface RunningSandbox {
  state: SandboxState;
  /** Stops everything in order. */
  stop(onStop?: (name: string) => void): Promise<string[]>;
}

const DEFAULT_PORT = 7007;

const seconds = (milliseconds: number) =>
  `${(milliseconds / 1000).toFixed(1)} s`;

const timer = {
  ...PRESET_TIMER,
  field: (duration: number) => seconds(duration),
};

function tasksOf(sandbox: Sandbox): ListrTask<object>[] {
  return phases.map(({ title, run }) => ({
    title,
    task: async (_, task) => {
      sandbox.signal.throwIfAborted();
      await run(sandbox, text => {
        task.output = text;
      });
    },
  }));
}

async function prepareFolder(
  layout: Layout,
  options: StartOptions,
  stack: ShutdownStack,
): Promise<void> {
  stack.push('lock', await acquireLock(layout));
  if (options.reset) {
    for (const kept of Object.values(layout)) {
      if (kept !== layout.dir && kept !== layout.lock) {
        await rm(kept, { recursive: true, force: true });
      }
    }
  }
  await rm(layout.state, { force: true });
  await mkdir(layout.logs, { recursive: true });
  await checkDiskSpace(layout.dir);
}

/**
 * Starts the sandbox and shows its phases on standard output.
 *
 * @throws Error in words when a phase fails; what was started is stopped then
 */
export async function startSandbox(
  options: StartOptions,
): Promise<RunningSandbox> {
  const layout = layoutOf(options.dir);
  const port = options.port ?? DEFAULT_PORT;
  const stack = new ShutdownStack();
  try {
    await checkPort(port, '--port');
    await prepareFolder(layout, options, stack);
    await ensureProgram(postgresqlClient, {
      onProgress: text => process.stdout.write(`${text}\n`),
      mayRun: options.mayRun ?? confirmOnTerminal,
    });
    const sandbox: Sandbox = {
      layout,
      port,
      stack,
      signal: options.signal,
      onRestart:
        options.onRestart ?? (text => process.stderr.write(`\n! ${text}\n`)),
      onFatal: error => {
        if (!stack.stopping) options.onFatal?.(error);
      },
    };
    await new Listr(tasksOf(sandbox), {
      concurrent: false,
      exitOnError: true,
      // Signals are ours: the phases are stopped in order.
      registerSignalListeners: false,
      fallbackRenderer: 'verbose',
      rendererOptions: { timer },
      fallbackRendererOptions: { timer },
    }).run();
    const state = stateOf(sandbox);
    await writeState(layout, state);
    return {
      state,
      stop: onStop => stack.stop(onStop),
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

function stateOf(sandbox: Sandbox): SandboxState {
  const { identityProvider, kubectl, kubeconfigFiles } = sandbox;
  if (!identityProvider || !kubectl || !kubeconfigFiles) {
    throw new Error('The phases left no kubeconfigs behind.');
  }
  const url = `http://localhost:${sandbox.port}`;
  return {
    pid: process.pid,
    url,
    bindingUrl: `${url}/api/klutch/binding/export`,
    issuer: identityProvider.issuer,
    kubectl,
    kubeconfigs: kubeconfigFiles,
  };
}
