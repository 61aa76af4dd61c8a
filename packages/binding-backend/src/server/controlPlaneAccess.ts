/** The server's access to the control plane cluster; a replaced kubeconfig or certificate needs no restart. */
import {
  core,
  createClient,
  followKubeConfigOrInCluster,
  kubeConfigPolicies,
  loadKubeConfigOrInCluster,
  type ClientOptions,
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

const readUid = async (client: KubeClient): Promise<string | undefined> =>
  (await client.get(core.namespaces, { name: 'kube-system' }))?.metadata.uid;

interface ControlPlaneAccessOptions {
  controlPlane: ServerConfig['controlPlane'];
  logger: Logger;
  metrics: KubeMetrics;
}

/** The endpoint for app clusters, with the CA certificates of the configuration. */
const endpointOf = (
  kubeConfig: KubeConfig,
  { controlPlane }: ControlPlaneAccessOptions,
): ExternalEndpoint => {
  const { externalCaFile, externalServer, tlsServerName } = controlPlane;
  return externalEndpoint(kubeConfig, {
    server: externalServer,
    tlsServerName,
    ...(externalCaFile && {
      ca: readNamedCertificates('controlPlane.externalCaFile', externalCaFile),
    }),
  });
};

/** An endpoint whose getters return the values of the endpoint in use. */
const currentValues = (inUse: () => ExternalEndpoint): ExternalEndpoint => ({
  get server() {
    return inUse().server;
  },
  get caData() {
    return inUse().caData;
  },
  get tlsServerName() {
    return inUse().tlsServerName;
  },
});

/** The server's clients for the control plane cluster, and the endpoint for app clusters. */
export class ControlPlaneAccess {
  readonly client: KubeClient;
  /** Only for the Lease: has no rate limit, so that other requests never delay its renewal. */
  readonly leaseClient: KubeClient;
  /** Endpoint for app clusters; its getters return the current values. */
  readonly external: ExternalEndpoint;
  readonly #options: ControlPlaneAccessOptions;
  readonly #connection: ClientOptions;
  #endpoint: ExternalEndpoint;
  #kubeConfig: KubeConfig;
  #uid: string | undefined;

  /**
   * Reads the kubeconfig without opening a connection.
   * @throws BindingError `Misconfigured`; Error with a message for operators for an invalid kubeconfig
   */
  constructor(options: ControlPlaneAccessOptions) {
    this.#options = options;
    const { controlPlane, metrics } = options;
    this.#connection = {
      userAgent: `${backendNames.program}/${backendVersion}`,
      policy: kubeConfigPolicies.open,
      metrics,
    };
    this.#kubeConfig = loadKubeConfigOrInCluster(
      controlPlane.kubeconfig,
      'controlPlane.kubeconfig in the configuration',
    );
    this.#endpoint = endpointOf(this.#kubeConfig, options);
    this.external = currentValues(() => this.#endpoint);
    this.client = createClient(this.#kubeConfig, this.#connection);
    this.leaseClient = createClient(this.#kubeConfig, {
      ...this.#connection,
      rateLimiter: 'unlimited',
    });
  }

  /** Reconnects when the kubeconfig, its token or its certificates are replaced, until the signal aborts. */
  followKubeConfig(signal: AbortSignal): void {
    const { controlPlane, logger } = this.#options;
    followKubeConfigOrInCluster({
      file: controlPlane.kubeconfig,
      kubeConfig: this.#kubeConfig,
      follower: { reconnect: next => this.#reconnect(next) },
      signal,
      logger,
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.leaseClient.close()]);
  }

  async #reconnect(next: KubeConfig): Promise<void> {
    this.#kubeConfig = next;
    const endpoint = endpointOf(next, this.#options);
    await this.#verifySameCluster(next);
    // A newer kubeconfig may have arrived during the check.
    if (next !== this.#kubeConfig) return;
    this.#endpoint = endpoint;
    await Promise.all([
      this.leaseClient.reconnect(next),
      this.client.reconnect(next),
    ]);
  }

  /** @throws Error when the connection fails; BindingError when the kubeconfig selects another cluster */
  async #verifySameCluster(next: KubeConfig): Promise<void> {
    const candidate = createClient(next, this.#connection);
    try {
      const uid = await readUid(candidate);
      this.#uid ??= uid;
      if (uid === this.#uid) return;
    } finally {
      await candidate.close();
    }
    throw new BindingError(
      'Misconfigured',
      'The new kubeconfig selects another or a rebuilt control plane cluster. Restart this server if this is intended.',
    );
  }
}
