/** A program's access to the control plane cluster; a replaced kubeconfig or certificate needs no restart. */
import {
  core,
  createClient,
  followKubeConfigOrInCluster,
  kubeConfigPolicies,
  type ClientOptions,
  type KubeClient,
  type loadKubeConfigOrInCluster,
  type Logger,
} from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import type { ExternalEndpoint } from '../tokens/kubeconfig';

type KubeConfig = ControlPlaneAccessOptions['kubeConfig'];

const readUid = async (client: KubeClient): Promise<string | undefined> =>
  (await client.get(core.namespaces, { name: 'kube-system' }))?.metadata.uid;

/** Options of {@link ControlPlaneAccess}. */
export interface ControlPlaneAccessOptions {
  /** The kubeconfig file, which is the operator's own; absent: the service account of the pod. */
  file?: string;
  /** The kubeconfig that `loadKubeConfigOrInCluster` has loaded from there. */
  kubeConfig: ReturnType<typeof loadKubeConfigOrInCluster>;
  /**
   * The endpoint for app clusters while a kubeconfig is in use. When this function throws, a new kubeconfig is not
   * used.
   */
  endpointOf: (
    kubeConfig: ReturnType<typeof loadKubeConfigOrInCluster>,
  ) => ExternalEndpoint;
  /** Name and metrics of the clients. */
  connection: Pick<ClientOptions, 'userAgent' | 'metrics'>;
  /** Logs which kubeconfig is in use, without its content. */
  logger: Logger;
}

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

/** Clients for the control plane cluster, and the endpoint for app clusters. */
export class ControlPlaneAccess {
  /** For everything but the Lease. */
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
   * Opens no connection.
   * @throws Error with a message for operators for a kubeconfig that cannot be used; what `endpointOf` throws
   */
  constructor(options: ControlPlaneAccessOptions) {
    this.#options = options;
    this.#connection = {
      ...options.connection,
      policy: kubeConfigPolicies.open,
    };
    this.#kubeConfig = options.kubeConfig;
    this.#endpoint = options.endpointOf(this.#kubeConfig);
    this.external = currentValues(() => this.#endpoint);
    this.client = createClient(this.#kubeConfig, this.#connection);
    this.leaseClient = createClient(this.#kubeConfig, {
      ...this.#connection,
      rateLimiter: 'unlimited',
    });
  }

  /** Reconnects when the kubeconfig, its token or its certificates are replaced, until the signal aborts. */
  followKubeConfig(signal: AbortSignal): void {
    const { file, logger } = this.#options;
    followKubeConfigOrInCluster({
      file,
      kubeConfig: this.#kubeConfig,
      follower: { reconnect: next => this.#reconnect(next) },
      signal,
      logger,
    });
  }

  /** Resolves when the connections of both clients are closed. */
  async close(): Promise<void> {
    await Promise.all([this.client.close(), this.leaseClient.close()]);
  }

  async #reconnect(next: KubeConfig): Promise<void> {
    this.#kubeConfig = next;
    const endpoint = this.#options.endpointOf(next);
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
