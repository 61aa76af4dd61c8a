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

/** Seconds since `from`, with one digit. */
const seconds = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

async function runAgainst(state: SandboxState): Promise<void> {
  const started = Date.now();
  let last = started;
  const { client } = await signIn(state.url, alice);
  await runInstanceLifecycle({
    portal: client,
    appCluster: kubectlWith(state.kubectl, state.kubeconfigs.alice),
    controlPlane: kubectlWith(state.kubectl, state.kubeconfigs.controlPlane),
    instance: `demo-${randomBytes(3).toString('hex')}`,
    report(step) {
      process.stdout.write(`  ✔ ${step} (${seconds(last)} s)\n`);
      last = Date.now();
    },
  });
  process.stdout.write(
    `\nThe lifecycle of the instance took ${seconds(started)} s.\n`,
  );
}

/**
 * Runs the demo.
 *
 * @param options - `dir` is the folder of the sandbox; without a running sandbox one is started there, and stopped
 * again
 * @throws Error with a readable message at the first step that fails
 */
export async function demo({
  dir,
  signal,
}: Pick<StartOptions, 'dir' | 'signal'>): Promise<void> {
  const layout = layoutOf(dir);
  if (await isLocked(layout)) {
    const state = await readState(layout);
    if (!state) {
      throw new Error(
        'The sandbox is still starting. Run the demo again when it is ready.',
      );
    }
    await runAgainst(state);
    return;
  }
  process.stdout.write('No sandbox runs; starting one for the demo.\n');
  const sandbox = await startSandbox({ dir, signal });
  try {
    await runAgainst(sandbox.state);
  } finally {
    await sandbox.stop();
  }
}
