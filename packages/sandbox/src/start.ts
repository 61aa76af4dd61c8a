/** `npm start`: starts the sandbox phase by phase, and stops it in reverse order. */
import { Listr, PRESET_TIMER, type ListrTask } from 'listr2';
import { mkdir, rm } from 'node:fs/promises';
import { layoutOf, type Layout } from './layout';
import { acquireLock } from './lock';
import { phases, type Sandbox } from './phases';
import { checkPort, checkDiskSpace } from './preflightChecks';
import { ShutdownStack } from './processes/stack';
import { writeState, type SandboxState } from './state';

/** Options of {@link startSandbox}. */
export interface StartOptions {
  /** Folder of all files of the sandbox. */
  dir: string;
  /** Port of the portal on loopback. Default 7007. */
  port?: number;
  /** Delete the data of an earlier sandbox in this folder. Default false. */
  reset?: boolean;
  /** Aborting stops the start. */
  signal: AbortSignal;
  /** Fetch the programs of all data services at once. Default: when the first instance of a service is ordered. */
  fetchAllServices?: boolean;
  /** Receives a message when a part exited unexpectedly. Default: standard error. */
  onRestart?: (text: string) => void;
  /** Called when a cluster exited and the sandbox cannot continue. */
  onFatal?: (error: Error) => void;
}

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
      if (kept !== layout.dir) {
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
 * @throws Error with a readable message when a phase fails; all started parts are stopped then
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
    const sandbox: Sandbox = {
      layout,
      port,
      stack,
      signal: options.signal,
      fetchAllServices: options.fetchAllServices ?? false,
      onRestart:
        options.onRestart ?? (text => process.stderr.write(`\n! ${text}\n`)),
      onFatal: error => {
        if (!stack.stopping) options.onFatal?.(error);
      },
    };
    await new Listr(tasksOf(sandbox), {
      concurrent: false,
      exitOnError: true,
      // This program handles signals itself, because phases must stop in order.
      registerSignalListeners: false,
      fallbackRenderer: 'verbose',
      rendererOptions: { timer },
      fallbackRendererOptions: { timer },
    }).run();
    const state = stateOf(sandbox);
    writeState(layout, state);
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
    throw new Error('The phases produced no kubeconfigs.');
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
