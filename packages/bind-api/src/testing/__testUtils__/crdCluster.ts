/** A real cluster with the CRDs of a test. */
import {
  core,
  createClient,
  isEstablished,
  isInvalid,
  loadKubeConfig,
} from '@klutch/kube';
import type {
  CustomResourceDefinition,
  KubeClient,
  KubeObject,
  Resource,
} from '@klutch/kube';
import { type LocalCluster, borrowCluster } from '@klutch/local-clusters';
import { waitFor } from '@klutch/local-processes';

/** Operations of tests on the cluster. */
export interface CrdCluster {
  cluster: LocalCluster;
  client: KubeClient;
  /** Applies CRDs and waits until the server serves them. */
  install(manifests: readonly CustomResourceDefinition[]): Promise<void>;
  /** Deletes a CRD and waits until the CRD is deleted. */
  uninstall(crd: CustomResourceDefinition): Promise<void>;
  /** Creates an object that may be invalid; in `namespace`, unless the resource has none. */
  create(
    resource: Resource<KubeObject>,
    object: unknown,
    options?: { namespace?: string; dryRun?: boolean },
  ): Promise<KubeObject>;
  stop(): Promise<void>;
}

/** The result of a write: the stored object, or the server's error message. */
export const objectOrMessage = async (
  request: Promise<KubeObject>,
): Promise<KubeObject | string> => {
  try {
    return await request;
  } catch (error) {
    if (!isInvalid(error)) throw error;
    return error.message;
  }
};

/** Starts an empty cluster. */
export const startCrdCluster = async (name: string): Promise<CrdCluster> => {
  const cluster = await borrowCluster({ name });
  const client = createClient(loadKubeConfig(cluster.kubeconfig));
  const read = (crd: CustomResourceDefinition) =>
    client.get(core.customResourceDefinitions, {
      name: crd.metadata.name ?? '',
    });
  return {
    cluster,
    client,
    async install(manifests) {
      for (const crd of manifests) {
        await client.apply(core.customResourceDefinitions, crd, {
          fieldManager: 'test',
        });
      }
      await waitFor(
        async () =>
          (await Promise.all(manifests.map(read))).every(isEstablished),
        { what: 'the CRDs are established', timeoutMs: 30_000 },
      );
    },
    async uninstall(crd) {
      const key = { name: crd.metadata.name ?? '' };
      await client.delete(core.customResourceDefinitions, key);
      await waitFor(async () => !(await read(crd)), {
        what: `the CRD ${key.name} is gone`,
        timeoutMs: 30_000,
      });
    },
    create(resource, object, { namespace = 'default', dryRun } = {}) {
      const { metadata, ...rest } = object as KubeObject;
      return client.create<KubeObject>(
        resource,
        {
          ...rest,
          metadata: { ...metadata, ...(resource.namespaced && { namespace }) },
        },
        { dryRun },
      );
    },
    async stop() {
      await client.close();
      await cluster.stop();
    },
  };
};
