/** A cluster of the pool, which one suite after the other borrows; reset between two suites. */
import { waitFor } from '@klutch/local-processes';
import { createAdminApi, type AdminApi } from '../adminApi';
import type { LocalCluster } from '../cluster';
import { clusterPaths, readAdmin } from '../clusterDirectory';
import { EtcdKeys, type EtcdKey } from './EtcdKeys';
import { startTestCluster, type TestClusterVariant } from './startTestCluster';

/** The namespaces that Kubernetes creates. */
const initialNamespaces = [
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
];

const resourceOf = ({ path }: EtcdKey) => path.split('/')[2] ?? '';

/** Whether the API server writes and removes the key itself. */
const isOfServer = (key: EtcdKey) =>
  ['apiregistration.k8s.io', 'masterleases', 'peerserverleases'].includes(
    resourceOf(key),
  );

/** Whether the key has a resource whose initial objects tests may change. */
const isRestored = (key: EtcdKey) =>
  [
    'clusterroles',
    'clusterrolebindings',
    'roles',
    'rolebindings',
    'namespaces',
    'serviceaccounts',
  ].includes(resourceOf(key));

interface NamespaceItem {
  metadata: { name: string; deletionTimestamp?: string };
}

export class PooledCluster {
  private constructor(
    readonly cluster: LocalCluster,
    private readonly etcd: EtcdKeys,
    private readonly api: AdminApi,
    /** Keys of the new cluster, by path. */
    private readonly initial: ReadonlyMap<string, EtcdKey>,
    private readonly initialGroups: string,
  ) {}

  static async start(variant: TestClusterVariant): Promise<PooledCluster> {
    const cluster = await startTestCluster('test', variant);
    const api = createAdminApi({
      url: cluster.url,
      ...(await readAdmin(clusterPaths(cluster.dir))),
    });
    const etcd = new EtcdKeys(cluster.dir);
    const initial = await completeKeys(etcd);
    return new PooledCluster(cluster, etcd, api, initial, await groupsOf(api));
  }

  /**
   * Resets the cluster to its state after the start, in etcd and therefore without finalizers and admission. The UID of
   * kube-system, the certificate authority and the port stay the same; resource versions continue.
   *
   * @throws Error when the reset fails; the cluster must not be borrowed again then.
   */
  async reset(): Promise<void> {
    await this.#endDeletionsOfNamespaces();
    // Namespaces first, because controllers would recreate objects in existing namespaces.
    await this.#deleteNew(key => resourceOf(key) === 'namespaces');
    await this.#waitForInitialNamespaces();
    let left: string[] = [];
    await waitFor(
      async () => {
        left = await this.#deleteNew(() => true);
        return left.length === 0;
      },
      { what: 'an empty cluster', timeoutMs: 20_000 },
    ).catch(error => {
      throw new Error(`${error} Recreated: ${left.slice(0, 5).join(', ')}`);
    });
    await this.#restoreChanged();
    await waitFor(
      async () => (await groupsOf(this.api)) === this.initialGroups,
      {
        what: 'the API groups of an empty cluster',
        timeoutMs: 20_000,
      },
    );
  }

  async stop(): Promise<void> {
    await this.etcd.close();
    await this.api.close();
    await this.cluster.stop();
  }

  /** Deletes the keys that the new cluster did not have, and returns their paths. */
  async #deleteNew(isSelected: (key: EtcdKey) => boolean): Promise<string[]> {
    const keys = await this.etcd.list({ keysOnly: true });
    const added = keys
      .filter(
        key =>
          !this.initial.has(key.path) && !isOfServer(key) && isSelected(key),
      )
      .map(({ path }) => path);
    await this.etcd.delete(added);
    return added;
  }

  /**
   * The namespace controller deletes by name, so one that is at work would go on in a namespace of that name which the
   * next suite creates. It ends when the namespace is empty.
   */
  async #endDeletionsOfNamespaces(): Promise<void> {
    await waitFor(
      async () => {
        const { body } = await this.api.get('/api/v1/namespaces');
        const { items }: { items: NamespaceItem[] } = JSON.parse(body);
        const names = items
          .filter(({ metadata }) => metadata.deletionTimestamp)
          .map(({ metadata }) => metadata.name);
        await this.#deleteNew(
          key =>
            resourceOf(key) !== 'namespaces' &&
            key.path.split('/').some(part => names.includes(part)),
        );
        return names.length === 0;
      },
      { what: 'the end of deletions of namespaces', timeoutMs: 30_000 },
    );
  }

  async #restoreChanged(): Promise<void> {
    const keys = await this.etcd.list({ keysOnly: true });
    const now = new Map(keys.map(key => [key.path, key]));
    for (const before of this.initial.values()) {
      if (!isRestored(before)) continue;
      const revision = now.get(before.path)?.revision;
      // A restored key keeps a newer revision, so every later reset writes the key again.
      if (revision !== before.revision) await this.etcd.put(before);
    }
  }

  /** Waits until the API server's own cache has the initial namespaces only. */
  async #waitForInitialNamespaces(): Promise<void> {
    await waitFor(
      async () => {
        const { body } = await this.api.get(
          '/api/v1/namespaces?resourceVersion=0',
        );
        const { items }: { items: unknown[] } = JSON.parse(body);
        return items.length === initialNamespaces.length;
      },
      { what: 'the namespaces of an empty cluster', timeoutMs: 20_000 },
    );
  }
}

/** The keys of a new cluster once its controllers have created the default objects of the initial namespaces. */
async function completeKeys(
  etcd: EtcdKeys,
): Promise<ReadonlyMap<string, EtcdKey>> {
  let keys = new Map<string, EtcdKey>();
  await waitFor(
    async () => {
      const all = await etcd.list({ keysOnly: false });
      keys = new Map(all.map(key => [key.path, key]));
      return initialNamespaces.every(
        namespace =>
          keys.has(`/registry/serviceaccounts/${namespace}/default`) &&
          keys.has(`/registry/configmaps/${namespace}/kube-root-ca.crt`),
      );
    },
    { what: 'the default objects of all namespaces', timeoutMs: 60_000 },
  );
  return keys;
}

/** The names of the API groups that a cluster serves. */
async function groupsOf(api: AdminApi): Promise<string> {
  const { body } = await api.get('/apis');
  const { groups }: { groups: { name: string }[] } = JSON.parse(body);
  return groups
    .map(({ name }) => name)
    .sort()
    .join(' ');
}
