/** Applies manifests with kubectl, as a person would. */
import { execa } from 'execa';
import { stringify } from 'yaml';

/** A cluster to apply to. */
export interface Target {
  kubectl: string;
  /** Path of an administrator's kubeconfig. */
  kubeconfig: string;
}

/**
 * Server-side apply of any objects, in their order.
 *
 * @throws with kubectl's own words
 */
export async function apply(target: Target, objects: object[]): Promise<void> {
  await execa(
    target.kubectl,
    [
      '--kubeconfig',
      target.kubeconfig,
      'apply',
      '--server-side',
      '--force-conflicts',
      '--field-manager=klutch-sandbox',
      '-f',
      '-',
    ],
    { input: objects.map(object => stringify(object)).join('---\n') },
  );
}

/**
 * Waits until objects have a condition.
 *
 * @param what - `<plural>.<group>/<name>` of each
 * @throws when it does not come within 60 s
 */
export async function waitFor(
  target: Target,
  condition: string,
  what: string[],
): Promise<void> {
  await execa(target.kubectl, [
    '--kubeconfig',
    target.kubeconfig,
    'wait',
    `--for=condition=${condition}`,
    '--timeout=60s',
    ...what,
  ]);
}

/** Whether an object, named as `<kind>/<name>`, is there. */
export async function exists(target: Target, what: string): Promise<boolean> {
  const { stdout } = await execa(target.kubectl, [
    '--kubeconfig',
    target.kubeconfig,
    'get',
    what,
    '--ignore-not-found',
    '--output=name',
  ]);
  return stdout !== '';
}
