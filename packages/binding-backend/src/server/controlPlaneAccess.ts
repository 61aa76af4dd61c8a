/** The server's own access to its control plane; a kubeconfig or certificate that is exchanged needs no restart. */
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

/** What reaches the control plane as this server, and how others reach it. */
export interface ControlPlaneAccess {
  client: KubeClient;
  /** For the Lease alone: nothing waits before it. */
  leaseClient: KubeClient;
  /** As it is at each moment. */
  external: ExternalEndpoint;
  /** Goes on with what replaces the kubeconfig, its token or its certificates, until the signal aborts. */
  followKubeConfig(signal: AbortSignal): void;
  close(): Promise<void>;
}

const readUid = async (client: KubeClient): Promise<string | undefined> =>
  (await client.get(core.namespaces, { name: 'kube-system' }))?.metadata.uid;

/**
 * Reads the kubeconfig; nothing is connected to.
 * @throws BindingError `Misconfigured`, Error in words for a kubeconfig that cannot be used
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

  /** @throws Error in words when it does not work, or leads to where this server's objects are not */
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
      'It leads to another control plane, or to one that was rebuilt. Start this server again if that is meant.',
    );
  };

  const reconnect = async (next: KubeConfig) => {
    latest = next;
    const nextEndpoint = endpointOf(next);
    await verifySameCluster(next);
    // A slow answer must not bring back what a newer kubeconfig has replaced.
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
