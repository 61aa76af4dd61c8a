/** Access to a cluster with a kubeconfig. Checks which cluster it is: the UID of a namespace identifies it. */
import {
  core,
  createController,
  errorMessage,
  isUnauthorized,
  type Controller,
  type KubeClient,
  type KubeMetrics,
  type Logger,
  type ReconcileContext,
} from '@klutch/kube';
import { failureOf, type Failure } from '../failure';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import type { KubeConfig } from './connect';

/** Minimum frequency of identity checks, as a period; milliseconds. */
export const identityCheckMs = 30_000;

/** Why an existing kubeconfig is not in use. */
export interface RefusedKubeconfig {
  /** A sentence for operators. */
  message: string;
  /** Whether the kubeconfig belongs to another cluster, or to one that was rebuilt. */
  isOtherCluster: boolean;
}

export interface ClusterAccessOptions {
  /** Creates a client. @throws Error with a message for the user when it does not support the kubeconfig. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  /** Name of the cluster in messages. */
  cluster: ClusterDisplayName;
  /** Period of the checks; milliseconds. */
  identityCheckMs: number;
  /** Ends the checks. */
  signal: AbortSignal;
  logger: Logger;
  /** Default: no metrics. */
  metrics?: KubeMetrics;
}

/** @throws Error with a message for operators when the namespace does not exist or cannot be read. */
async function readClusterUid(
  client: KubeClient,
  namespace: string,
  signal: AbortSignal,
): Promise<string> {
  const key = { name: namespace };
  const found = await client.get(core.namespaces, key, { signal });
  const uid = found?.metadata.uid;
  if (uid) return uid;
  throw new Error(
    `The namespace ${namespace} does not exist on ${client.server}. If it is the cluster namespace of this app cluster, bind again.`,
  );
}

export class ClusterAccess {
  /** Client with the kubeconfig in use; not guarded. */
  readonly client: KubeClient;
  private readonly identity: Controller;
  private readonly controllers: Controller[] = [];
  private readonly stopping = new AbortController();
  private listener: () => void = () => undefined;
  private firstUid: string | undefined;
  private latestUid: string | undefined;
  private lastFailure: Failure | undefined;

  /**
   * Starts the checks.
   * @param namespace - identifies the cluster: the cluster namespace on a control plane cluster, `kube-system` on an
   *   app cluster.
   * @throws the errors of `connect`.
   */
  constructor(
    protected readonly options: ClusterAccessOptions,
    kubeConfig: KubeConfig,
    readonly namespace: string,
  ) {
    this.client = options.connect(kubeConfig);
    this.identity = this.startController('cluster-identity', context =>
      this.reconcileIdentity(context),
    );
    this.checkIdentity();
  }

  /**
   * Sets what is called when the cluster answers, is another one, fails or recovers, and when its kubeconfig changed.
   * Call at once: nothing has changed before the constructor's caller awaits something.
   */
  onChange(listener: () => void): void {
    this.listener = listener;
  }

  /** UID of the namespace at the first answer; undefined before. */
  get uid(): string | undefined {
    return this.firstUid;
  }

  /** Whether the kubeconfig leads to another cluster than at first: the cluster was replaced or rebuilt. */
  get isReplaced(): boolean {
    return this.latestUid !== this.firstUid;
  }

  /** Why the last check failed; undefined when it succeeded. */
  failure(): Failure | undefined {
    return this.lastFailure;
  }

  /** Set when the cluster refuses the credentials. */
  unauthorized(): Failure | undefined {
    const failure = this.failure();
    return failure?.reason === 'Unauthorized' ? failure : undefined;
  }

  /**
   * Connects with a kubeconfig; undefined when it works and belongs to the same cluster. While the UID is unknown,
   * nothing was written yet, and every cluster will do.
   * @throws the signal's abort reason.
   */
  async verify(
    kubeConfig: KubeConfig,
    signal: AbortSignal,
  ): Promise<RefusedKubeconfig | undefined> {
    const { cluster, connect } = this.options;
    let uid: string;
    try {
      const client = connect(kubeConfig);
      try {
        uid = await readClusterUid(client, this.namespace, signal);
      } finally {
        await client.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      const message = isUnauthorized(error)
        ? `The ${cluster} does not accept its credentials.`
        : errorMessage(error);
      return { message, isOtherCluster: false };
    }
    return uid === (this.uid ?? uid)
      ? undefined
      : {
          message: `It belongs to another ${cluster}, or to one that was rebuilt.`,
          isOtherCluster: true,
        };
  }

  /** Switches to another kubeconfig of the cluster; watches continue. Resolves when the former one is not used. */
  async reconnect(kubeConfig: KubeConfig): Promise<void> {
    const replaced = this.client.reconnect(kubeConfig);
    // Retries at once what failed with the previous credentials.
    this.checkIdentity();
    await replaced;
  }

  /** Resolves when all requests have ended. */
  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.controllers.map(one => one.stopped()));
    await this.client.close();
  }

  /** Starts a controller of one key, which ends when the access is closed. */
  protected startController(
    name: string,
    reconcile: (context: ReconcileContext) => Promise<void>,
  ): Controller {
    const { signal, logger, metrics } = this.options;
    const controller = createController({
      name,
      logger,
      metrics,
      watches: [],
      reconcile: (_key, context) => reconcile(context),
    });
    controller.start(AbortSignal.any([signal, this.stopping.signal]));
    this.controllers.push(controller);
    return controller;
  }

  protected changed(): void {
    this.listener();
  }

  protected checkIdentity(): void {
    this.identity.enqueue(this.namespace);
  }

  /** Open watches do not notice an expired token or a rebuilt cluster, so the identity is polled. */
  private async reconcileIdentity({
    signal,
    requeueAfter,
  }: ReconcileContext): Promise<void> {
    let uid: string;
    try {
      uid = await readClusterUid(this.client, this.namespace, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.lastFailure = failureOf(error, this.lastFailure);
      this.changed();
      throw error;
    }
    const isChanged = this.lastFailure !== undefined || uid !== this.latestUid;
    this.lastFailure = undefined;
    this.firstUid ??= uid;
    this.latestUid = uid;
    requeueAfter(this.options.identityCheckMs);
    if (isChanged) this.changed();
  }
}
