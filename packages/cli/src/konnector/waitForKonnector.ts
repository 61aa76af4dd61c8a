/** Waits until the konnector runs. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { writeProgress } from '../progress';
import {
  deployments,
  konnectorKey,
  type Deployment,
} from './konnectorDeployment';
import {
  problemText,
  readKonnectorPods,
  rolloutProblem,
} from './konnectorPods';

const pollMs = 1_000;

/** How long to wait. */
export interface WaitForKonnectorOptions {
  timeoutMs: number;
  /** Milliseconds between two looks; default one second. */
  pollMs?: number;
}

/** Whether all pods of the current template are ready, as `kubectl rollout status` tells it. Pure. */
export function isRolledOut({ metadata, spec, status }: Deployment): boolean {
  const { generation = 0 } = metadata;
  const { replicas = 1 } = spec ?? {};
  const {
    observedGeneration = 0,
    readyReplicas = 0,
    updatedReplicas = 0,
  } = status ?? {};
  return (
    observedGeneration >= generation &&
    updatedReplicas >= replicas &&
    readyReplicas >= replicas
  );
}

const stateText = ({ spec, status }: Deployment): string =>
  `${status?.readyReplicas ?? 0} of ${spec?.replicas ?? 1} pods are ready`;

/**
 * Waits until all pods run the applied image, and writes at a terminal what is waited for.
 *
 * @throws Error with what to do when the image cannot be pulled, the Deployment is deleted, or the time is over
 */
export async function waitForKonnector(
  { signal, stderr }: Pick<CommandContext, 'signal' | 'stderr'>,
  client: KubeClient,
  { pollMs: periodMs = pollMs, timeoutMs }: WaitForKonnectorOptions,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let last = '';
  for (;;) {
    const found = await client.get(deployments, konnectorKey, { signal });
    if (!found) {
      throw new Error(
        'The Deployment of the konnector was deleted at the same time. Run the command again to install the konnector.',
      );
    }
    if (isRolledOut(found)) return;
    const problem = rolloutProblem(
      found,
      await readKonnectorPods(client, signal),
    );
    if (problem?.isFinal) {
      throw new Error(`The konnector does not start: ${problemText(problem)}`);
    }
    const state = problem ? problemText(problem) : stateText(found);
    if (Date.now() >= deadline) {
      throw new Error(
        `The konnector has not started in time: ${state.replace(/\.$/, '')}. See "kubectl klutch doctor"; --timeout allows more time.`,
      );
    }
    if (state !== last)
      writeProgress(stderr, `Waiting for the konnector: ${state}`);
    last = state;
    await delay(periodMs, undefined, { signal });
  }
}
