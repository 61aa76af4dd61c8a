/** Installs and removes the konnector. */
import { toYaml } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { listBindings } from '../cluster/listBindings';
import { dryRunSuffix, type DryRun } from '../output/dryRunOption';
import {
  applyObjects,
  deleteObjects,
  manifestName,
  type Manifest,
} from './applyObjects';
import { requireNoReference } from './konnectorDeployment';
import { konnectorImageName, migrationHint } from './konnectorImage';
import { konnectorObjects, konnectorRoleObjects } from './konnectorObjects';

/** All manifests as YAML. */
export const manifestText = (image: string): string =>
  toYaml(konnectorObjects(image));

/** Manifests of the roles as YAML. */
export const rolesText = (): string => toYaml(konnectorRoleObjects());

/** How the konnector is installed or removed. */
export interface KonnectorOptions {
  /** Default `none`. */
  dryRun?: DryRun;
  /** Gets a line for each object. */
  print?: (line: string) => void;
}

const linesTo = (
  { dryRun = 'none', print }: KonnectorOptions,
  done: string,
) => ({
  dryRun,
  onDone: (object: Manifest) =>
    print?.(`${manifestName(object)} ${done}${dryRunSuffix[dryRun]}\n`),
});

/**
 * Applies all manifests.
 *
 * @throws Error when the reference's konnector is installed: replacing it needs checks, and its Deployment to go back to
 */
export async function installKonnector(
  client: KubeClient,
  image: string,
  options: KonnectorOptions = {},
): Promise<void> {
  await requireNoReference(client, migrationHint);
  const lines = linesTo(options, 'applied');
  await applyObjects(client, konnectorObjects(image), lines);
}

/**
 * Deletes the Deployment, roles and policies. The namespace with its kubeconfigs, and the CRD of bindings, stay.
 *
 * @throws Error when APIs are bound, because only a konnector removes the finalizers of their objects, and when the
 * konnector is the reference's
 */
export async function uninstallKonnector(
  client: KubeClient,
  options: KonnectorOptions = {},
): Promise<void> {
  await requireNoReference(
    client,
    'Delete it as it was installed, such as with "kubectl delete -f <file>".',
  );
  const bindings = await listBindings(client);
  const bound = bindings.map(({ metadata }) => metadata.name ?? '');
  if (bound.length > 0) {
    throw new Error(
      `These APIs are bound, and only the konnector can unbind them: ${bound.join(', ')}. Run "kubectl klutch unbind" for each first.`,
    );
  }
  const removed = konnectorObjects(konnectorImageName)
    .filter(
      ({ kind }) => kind !== 'Namespace' && kind !== 'CustomResourceDefinition',
    )
    .reverse();
  await deleteObjects(client, removed, linesTo(options, 'deleted'));
}
