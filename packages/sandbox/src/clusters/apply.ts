/** Applies manifests with kubectl, as a user would. */
import { toYaml } from '@klutch/bind-api';
import { kubectlWith } from './kubectl';

/** A cluster to apply manifests to. */
export interface Target {
  kubectl: string;
  /** Path of an administrator's kubeconfig. */
  kubeconfig: string;
}

export const kubectlOf = ({ kubectl, kubeconfig }: Target) =>
  kubectlWith(kubectl, kubeconfig);

/**
 * Server-side apply of any objects, in order.
 *
 * @throws Error with kubectl's message
 */
export async function apply(target: Target, objects: object[]): Promise<void> {
  await kubectlOf(target)(
    [
      'apply',
      '--server-side',
      '--force-conflicts',
      '--field-manager=klutch-sandbox',
      '-f',
      '-',
    ],
    toYaml(objects),
  );
}

/**
 * Waits until objects have a condition.
 *
 * @param what - `<plural>.<group>/<name>` of each
 * @throws after 60 s without the condition
 */
export async function waitForCondition(
  target: Target,
  condition: string,
  what: string[],
): Promise<void> {
  await kubectlOf(target)([
    'wait',
    `--for=condition=${condition}`,
    '--timeout=60s',
    ...what,
  ]);
}
