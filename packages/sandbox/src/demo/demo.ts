/** `npm run demo`: runs the lifecycle of an instance against a running sandbox, or against a new one. */
import { randomBytes } from 'node:crypto';
import { alice } from '../identity/users';
import { signIn } from '../identity/portalSession';
import { isLocked } from '../lock';
import { layoutOf } from '../layout';
import { startSandbox, type StartOptions } from '../start';
import { readState, type SandboxState } from '../state';
import { kubectlWith } from '../clusters/kubectl';
import { runInstanceLifecycle } from './instanceLifecycle';
import type { ServiceUse } from './uses/ServiceUse';

/** Seconds since `from`, with one digit. */
const seconds = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

/**
 * Orders an instance in a running sandbox, uses it with its own client, and deletes all that it created.
 *
 * @param report - receives the result of each step
 * @throws Error with a readable message at the first step that fails
 */
export async function useService(
  state: SandboxState,
  use: ServiceUse,
  report: (step: string) => void,
): Promise<void> {
  const { client } = await signIn(state.url, alice);
  await runInstanceLifecycle({
    use,
    portal: client,
    appCluster: kubectlWith(state.kubectl, state.kubeconfigs.alice),
    administrator: kubectlWith(state.kubectl, state.kubeconfigs.appCluster),
    controlPlane: kubectlWith(state.kubectl, state.kubeconfigs.controlPlane),
    instance: `demo-${randomBytes(3).toString('hex')}`,
    report,
  });
}

async function demonstrate(
  state: SandboxState,
  use: ServiceUse,
): Promise<void> {
  const started = Date.now();
  let last = started;
  await useService(state, use, step => {
    process.stdout.write(`  ✔ ${step} (${seconds(last)} s)\n`);
    last = Date.now();
  });
  process.stdout.write(
    `The lifecycle of the instance took ${seconds(started)} s.\n\n`,
  );
}

async function runAgainst(
  state: SandboxState,
  services: readonly ServiceUse[],
): Promise<void> {
  const failures: string[] = [];
  for (const use of services) {
    process.stdout.write(`${use.type}\n`);
    try {
      await demonstrate(state, use);
    } catch (error) {
      const message = `${use.type}: ${(error as Error).message}`;
      process.stdout.write(`  ✘ ${message}\n\n`);
      failures.push(message);
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Options of {@link demo}. */
export interface DemoOptions extends Pick<StartOptions, 'dir' | 'signal'> {
  /** The data services whose lifecycle is run, one after the other. */
  services: readonly ServiceUse[];
}

/**
 * Runs the demo.
 *
 * @param options - `dir` is the folder of the sandbox; without a running sandbox one is started there, and stopped
 * again
 * @throws Error with a readable message for each data service whose lifecycle fails
 */
export async function demo({
  dir,
  signal,
  services,
}: DemoOptions): Promise<void> {
  const layout = layoutOf(dir);
  if (await isLocked(layout)) {
    const state = await readState(layout);
    if (!state) {
      throw new Error(
        'The sandbox is still starting. Run the demo again when it is ready.',
      );
    }
    await runAgainst(state, services);
    return;
  }
  process.stdout.write('No sandbox runs; starting one for the demo.\n');
  const sandbox = await startSandbox({ dir, signal });
  try {
    await runAgainst(sandbox.state, services);
  } finally {
    await sandbox.stop();
  }
}
