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
import { konnectorImageName } from './konnectorImage';
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

/** Applies all manifests. */
export const installKonnector = (
  client: KubeClient,
  image: string,
  options: KonnectorOptions = {},
): Promise<void> =>
  applyObjects(client, konnectorObjects(image), linesTo(options, 'applied'));

/**
 * Deletes the Deployment, roles and policies. The namespace with its kubeconfigs, and the CRD of bindings, stay.
 *
 * @throws Error when APIs are bound: only a konnector removes the finalizers of their objects
 */
export async function uninstallKonnector(
  client: KubeClient,
  options: KonnectorOptions = {},
): Promise<void> {
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
