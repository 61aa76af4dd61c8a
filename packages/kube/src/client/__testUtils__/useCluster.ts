// A cluster for a test file, with a namespace for each of its tests.
import {
  ExtraArgs,
  LocalCluster,
  borrowCluster,
  startCluster,
} from '@klutch/local-clusters';
import { ConfigMap } from '../../coreTypes';
import { core } from '../../resources';
import { createClient } from '../createClient';
import { KubeClient } from '../KubeClient';
import { loadKubeConfig } from '../kubeConfig';

const hookTimeoutMs = 60_000;

/** A machine may be busy with other things; what a test waits for ends sooner by itself. */
const testTimeoutMs = 30_000;

/**
 * A cluster during the tests of this file.
 * @param extraArgs - starts a cluster of its own with these flags
 */
export function useCluster(name: string, extraArgs?: ExtraArgs) {
  let cluster: LocalCluster;
  let admin: KubeClient;
  let namespaces = 0;
  let namespace: string;

  jest.setTimeout(testTimeoutMs);

  beforeAll(async () => {
    cluster = await (extraArgs
      ? startCluster({ name, extraArgs })
      : borrowCluster({ name }));
    admin = createClient(loadKubeConfig(cluster.kubeconfig), {
      rateLimiter: 'unlimited',
    });
  }, hookTimeoutMs);

  afterAll(async () => {
    await admin?.close();
    await cluster?.stop();
  }, hookTimeoutMs);

  beforeEach(async () => {
    namespaces += 1;
    namespace = `test-${namespaces}`;
    await admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
  });

  return {
    get cluster() {
      return cluster;
    },
    /** A client with the rights of the cluster's admin. */
    get admin() {
      return admin;
    },
    /** The namespace of the running test. */
    get namespace() {
      return namespace;
    },
    /** A ConfigMap in the test's namespace, not yet created. */
    configMap: (
      configMapName: string,
      data: Record<string, string> = {},
    ): ConfigMap => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace, name: configMapName },
      data,
    }),
    /** A kubeconfig of this cluster for a user of one's own, with more about the cluster. */
    kubeconfigWith: (user: object, more: object = {}): string =>
      JSON.stringify({
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
        clusters: [
          {
            name: 'c',
            cluster: {
              server: cluster.url,
              'certificate-authority-data': cluster.caData,
              ...more,
            },
          },
        ],
        users: [{ name: 'u', user }],
      }),
    /** A token for a new service account of the test's namespace, bound to the Secret `<name>-bound`. */
    async tokenOf(serviceAccount: string) {
      const boundSecret = await admin.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace, name: `${serviceAccount}-bound` },
      });
      await admin.create(core.serviceAccounts, {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { namespace, name: serviceAccount },
      });
      return admin.createToken(
        { namespace, name: serviceAccount },
        {
          expirationSeconds: 3600,
          boundSecret: {
            name: `${serviceAccount}-bound`,
            uid: boundSecret.metadata.uid ?? '',
          },
        },
      );
    },
  };
}
