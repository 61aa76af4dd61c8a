/** The moment before an APIServiceNamespace is deleted; the rest is in the cluster test. */
import type { APIServiceExport, APIServiceNamespace } from '@klutch/bind-api';
import type { Cache, KubeClient, KubeObject, Logger } from '@klutch/kube';
import type { AppCluster } from '../../appCluster';
import { createNamespaceDeletion } from './namespaceDeletion';
import type { ServiceNamespaces } from '../../namespaces/ServiceNamespaces';

const serviceNamespace: APIServiceNamespace = {
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceNamespace',
  metadata: {
    name: 'team-a',
    namespace: 'x',
    uid: 'u1',
    resourceVersion: '7',
    annotations: { 'klutch.anynines.com/synced-types': 'secrets' },
  },
  status: { namespace: 'x-team-a' },
};

const cacheOf = <T extends KubeObject>(found?: T) =>
  ({
    synced: true,
    whenSynced: async () => undefined,
    get: () => found,
    list: () => [],
    subscribe: () => () => undefined,
  }) as unknown as Cache<T>;
const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
  child: () => silent,
} as unknown as Logger;

/**
 * @param existence - whether the app cluster has the namespace, for consecutive reads.
 * @param invalidExports - exports that fail validation.
 */
async function deletions(
  existence: boolean[],
  invalidExports: [key: string, why: string][] = [],
): Promise<string[]> {
  const deleted: string[] = [];
  let decided = () => {};
  const isDecided = new Promise<void>(resolve => (decided = resolve));
  const stop = new AbortController();
  const appCluster = {
    uid: 'cluster-uid',
    namespaces: cacheOf(),
    bindings: cacheOf(),
    client: {
      async get() {
        const found = existence.shift() ? { metadata: {} } : undefined;
        if (existence.length === 0) decided();
        return found;
      },
      list: async () => ({ items: [] }),
    },
    logger: silent,
  } as unknown as AppCluster;
  const controller = createNamespaceDeletion({
    appCluster,
    client: {
      get: async () => serviceNamespace,
      list: async () => ({ items: [] }),
      async delete(_resource: unknown, { name }: { name: string }) {
        deleted.push(name);
        decided();
      },
    } as unknown as KubeClient,
    clusterNamespace: 'x',
    serviceNamespaces: {
      cache: cacheOf(serviceNamespace),
      syncedTypes: {
        canRecord: async () => true,
        unrecorded: () => new Set<string>(),
      },
    } as unknown as ServiceNamespaces,
    exports: {
      ...cacheOf<APIServiceExport>(),
      invalidObjects: () => new Map(invalidExports),
    },
    targetsThisControlPlane: () => false,
  });
  controller.start(stop.signal);
  controller.enqueue('team-a');
  await isDecided;
  stop.abort();
  await controller.stopped();
  return deleted;
}

it('reads the namespace once more before the deletion', async () => {
  expect(await deletions([false, false])).toEqual(['team-a']);
  expect(await deletions([false, true])).toEqual([]);
});

it('R01: is kept while an export is invalid, as its remaining objects are unknown', async () => {
  expect(await deletions([false])).toEqual(['team-a']);
  expect(await deletions([false], [['x/odd', 'No spec.']])).toEqual([]);
});
