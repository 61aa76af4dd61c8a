/** Applies manifests with kubectl, as a person would. */
import { stringify } from 'yaml';
import { kubectlWith } from './kubectl';

/** A cluster to apply to. */
export interface Target {
  kubectl: string;
  /** Path of an administrator's kubeconfig. */
  kubeconfig: string;
}

const run = ({ kubectl, kubeconfig }: Target) =>
  kubectlWith(kubectl, kubeconfig);

/**
 * Server-side apply of any objects, in their order.
 *
 * @throws with kubectl's own words
 */
export async function apply(target: Target, objects: object[]): Promise<void> {
  await run(target)(
    [
      'apply',
      '--server-side',
      '--force-conflicts',
      '--field-manager=klutch-sandbox',
      '-f',
      '-',
    ],
    objects.map(object => stringify(object)).join('---\n'),
  );
}

/**
 * Waits until objects have a condition.
 *
 * @param what - `<plural>.<group>/<name>` of each
 * @throws when it does not come within 60 s
 */
export async function waitForCondition(
  target: Target,
  condition: string,
  what: string[],
): Promise<void> {
  await run(target)([
    'wait',
    `--for=condition=${condition}`,
    '--timeout=60s',
    ...what,
  ]);
}

/** Whether an object, named as `<kind>/<name>`, is there. */
export async function exists(target: Target, what: string): Promise<boolean> {
  const stdout = await run(target)([
    'get',
    what,
    '--ignore-not-found',
    '--output=name',
  ]);
  return stdout !== '';
}
