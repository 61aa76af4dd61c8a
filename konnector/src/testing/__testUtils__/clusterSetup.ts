/** Helpers to prepare a test cluster. */
import type { CustomResourceDefinition } from '@klutch/bind-api';
import {
  core,
  isEstablished,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { eventually } from '@klutch/local-processes/src/testing/eventually';

export { eventually };

const crdResource = core.customResourceDefinitions;
const byKind = new Map<string, Resource<KubeObject>>(
  Object.values(core).map(resource => [resource.kind, resource]),
);

/** Applies objects of Kubernetes' own kinds, in order. */
export async function applyAll(
  client: KubeClient,
  objects: readonly object[],
): Promise<void> {
  for (const object of objects as readonly KubeObject[]) {
    const resource = byKind.get(object.kind);
    if (!resource) throw new Error(`unknown kind ${object.kind}`);
    await client.apply(resource, object, {
      fieldManager: 'test-setup',
      force: true,
    });
  }
}

/** Applies CRDs and waits until objects of them can be created. */
export async function installCrds(
  client: KubeClient,
  crds: readonly CustomResourceDefinition[],
): Promise<void> {
  for (const crd of crds) {
    await client.apply(crdResource, crd, {
      fieldManager: 'test-setup',
      force: true,
    });
  }
  for (const { metadata } of crds) {
    await eventually(`${metadata.name} is established`, async () => {
      const found = await client.get(crdResource, {
        name: metadata.name ?? '',
      });
      return isEstablished(found);
    });
  }
}
