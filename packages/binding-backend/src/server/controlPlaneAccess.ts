/** The server's access to the control plane cluster; a replaced kubeconfig or certificate needs no restart. */
import {
  core,
  createClient,
  followKubeConfigOrInCluster,
  kubeConfigPolicies,
  loadKubeConfigOrInCluster,
  type KubeClient,
  type KubeMetrics,
  type Logger,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import { externalEndpoint } from '../tokens/externalEndpoint';
import type { ExternalEndpoint } from '../tokens/kubeconfig';
import { backendVersion } from '../version';
import type { ServerConfig } from './config';
import { readNamedCertificates } from './readNamedFile';

type KubeConfig = ReturnType<typeof loadKubeConfigOrInCluster>;

/** The server's clients for the control plane cluster, and the endpoint for app clusters. */
export interface ControlPlaneAccess {
  client: KubeClient;
  /** Only for the Lease: has no rate limit, so that other requests never delay its renewal. */
  leaseClient: KubeClient;
  /** Endpoint for app clusters; its getters return the current values. */
  external: ExternalEndpoint;
  /** Reconnects when the kubeconfig, its token or its certificates are replaced, until the signal aborts. */
  followKubeConfig(signal: AbortSignal): void;
  close(): Promise<void>;
}

const readUid = async (client: KubeClient): Promise<string | undefined> =>
  (await client.get(core.namespaces, { name: 'kube-system' }))?.metadata.uid;

/**
 * Reads the kubeconfig without opening a connection.
 * @throws BindingError `Misconfigured`; Error with a message for operators for an invalid kubeconfig
 */
export const createControlPlaneAccess = (options: {
  controlPlane: ServerConfig['controlPlane'];
  logger: Logger;
  metrics: KubeMetrics;
}): ControlPlaneAccess => {
  const { controlPlane, logger, metrics } = options;
  const { externalCaFile: caFile, kubeconfig: path } = controlPlane;
  const connection = {
    userAgent: `${backendNames.program}/${backendVersion}`,
    policy: kubeConfigPolicies.open,
    metrics,
    logger,
  };
  const endpointOf = (kubeConfig: KubeConfig) =>
    externalEndpoint(kubeConfig, {
      server: controlPlane.externalServer,
      tlsServerName: controlPlane.tlsServerName,
      ...(caFile && {
        ca: readNamedCertificates('controlPlane.externalCaFile', caFile),
      }),
    });

  const kubeConfig = loadKubeConfigOrInCluster(
    path,
    'controlPlane.kubeconfig in the configuration',
  );
  let endpoint = endpointOf(kubeConfig);
  const client = createClient(kubeConfig, connection);
  const leaseClient = createClient(kubeConfig, {
    ...connection,
    rateLimiter: 'unlimited',
  });
  let latest = kubeConfig;
  let uid: string | undefined;

  /** @throws Error when the connection fails; BindingError when the kubeconfig selects another cluster */
  const verifySameCluster = async (next: KubeConfig) => {
    const candidateClient = createClient(next, connection);
    try {
      const observedUid = await readUid(candidateClient);
      uid ??= observedUid;
      if (observedUid === uid) return;
    } finally {
      await candidateClient.close();
    }
    throw new BindingError(
      'Misconfigured',
      'The new kubeconfig selects another or a rebuilt control plane cluster. Restart this server if this is intended.',
    );
  };

  const reconnect = async (next: KubeConfig) => {
    latest = next;
    const nextEndpoint = endpointOf(next);
    await verifySameCluster(next);
    // A newer kubeconfig may have arrived during the check.
    if (next !== latest) return;
    endpoint = nextEndpoint;
    await Promise.all([leaseClient.reconnect(next), client.reconnect(next)]);
  };

  return {
    client,
    leaseClient,
    external: {
      get server() {
        return endpoint.server;
      },
      get caData() {
        return endpoint.caData;
      },
      get tlsServerName() {
        return endpoint.tlsServerName;
      },
    },
    followKubeConfig(signal) {
      followKubeConfigOrInCluster({
        file: path,
        kubeConfig,
        follower: { reconnect },
        signal,
        logger,
      });
    },
    async close() {
      await Promise.all([client.close(), leaseClient.close()]);
    },
  };
};
