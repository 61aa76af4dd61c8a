/** The server's own access to its control plane; a kubeconfig or certificate that is exchanged needs no restart. */
import {
  core,
  createClient,
  followOwnKubeConfig,
  intakePolicies,
  loadOwnKubeConfig,
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

type KubeConfig = ReturnType<typeof loadOwnKubeConfig>;

/** What reaches the control plane as this server, and how others reach it. */
export interface OwnAccess {
  client: KubeClient;
  /** For the Lease alone: nothing waits before it. */
  leaseClient: KubeClient;
  /** As it is at each moment. */
  external: ExternalEndpoint;
  /** Goes on with what replaces the kubeconfig, its token or its certificates, until the signal aborts. */
  follow(signal: AbortSignal): void;
  close(): Promise<void>;
}

const readUid = async (client: KubeClient): Promise<string | undefined> =>
  (await client.get(core.namespaces, { name: 'kube-system' }))?.metadata.uid;

/**
 * Reads the kubeconfig; nothing is connected to.
 * @throws BindingError `Misconfigured`, Error in words for a kubeconfig that cannot be used
 */
export const createOwnAccess = (options: {
  controlPlane: ServerConfig['controlPlane'];
  logger: Logger;
  metrics: KubeMetrics;
}): OwnAccess => {
  const { controlPlane, logger, metrics } = options;
  const { externalCaFile: caFile, kubeconfig: path } = controlPlane;
  const connection = {
    userAgent: `${backendNames.program}/${backendVersion}`,
    policy: intakePolicies.open,
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

  const kubeConfig = loadOwnKubeConfig(
    path,
    'controlPlane.kubeconfig in the configuration',
  );
  let endpoint = endpointOf(kubeConfig);
  const client = createClient(kubeConfig, connection);
  const leaseClient = createClient(kubeConfig, {
    ...connection,
    rateLimiter: 'unlimited',
  });
  let newest = kubeConfig;
  let uid: string | undefined;

  /** @throws Error in words when it does not work, or leads to where this server's objects are not */
  const tryOut = async (next: KubeConfig) => {
    const trying = createClient(next, connection);
    try {
      const answered = await readUid(trying);
      uid ??= answered;
      if (answered === uid) return;
    } finally {
      await trying.close();
    }
    throw new BindingError(
      'Misconfigured',
      'It leads to another control plane, or to one that was rebuilt. Start this server again if that is meant.',
    );
  };

  const reconnect = async (next: KubeConfig) => {
    newest = next;
    const nextEndpoint = endpointOf(next);
    await tryOut(next);
    // A slow answer must not bring back what a newer kubeconfig has replaced.
    if (next !== newest) return;
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
    follow(signal) {
      followOwnKubeConfig({
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
