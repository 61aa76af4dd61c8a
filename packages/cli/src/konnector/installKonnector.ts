/** Installs and removes the konnector. */
import { toYaml } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { listBindings } from '../cluster/listBindings';
import { applyObjects, deleteObjects, manifestName } from './applyObjects';
import {
  defaultKonnectorImage,
  konnectorObjects,
  konnectorRoleObjects,
} from './konnectorObjects';

/** All manifests as YAML. */
export const manifestText = (image = defaultKonnectorImage): string =>
  toYaml(konnectorObjects(image));

/** Manifests of the roles as YAML. */
export const rolesText = (): string => toYaml(konnectorRoleObjects());

/** Applies all manifests; `print` gets a line for each. */
export const installKonnector = (
  client: KubeClient,
  image = defaultKonnectorImage,
  print: (line: string) => void = () => undefined,
): Promise<void> =>
  applyObjects(client, konnectorObjects(image), object =>
    print(`${manifestName(object)} applied\n`),
  );

/**
 * Deletes the Deployment, roles and policies. The namespace with its kubeconfigs, and the CRD of bindings, stay.
 *
 * @throws Error when APIs are bound: only a konnector removes the finalizers of their objects
 */
export async function uninstallKonnector(
  client: KubeClient,
  print: (line: string) => void = () => undefined,
): Promise<void> {
  const bindings = await listBindings(client);
  const bound = bindings.map(({ metadata }) => metadata.name ?? '');
  if (bound.length > 0) {
    throw new Error(
      `These APIs are bound, and only the konnector can unbind them: ${bound.join(', ')}. Run "kubectl klutch unbind" for each first.`,
    );
  }
  const removed = konnectorObjects(defaultKonnectorImage)
    .filter(
      ({ kind }) => kind !== 'Namespace' && kind !== 'CustomResourceDefinition',
    )
    .reverse();
  await deleteObjects(client, removed, object =>
    print(`${manifestName(object)} deleted\n`),
  );
}
