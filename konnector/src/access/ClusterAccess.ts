/**
 * Access to a cluster with the kubeconfig of one Secret: checks which cluster it is, and switches to a changed
 * kubeconfig of the same cluster.
 */
import type { KubeClient, KubeMetrics, Logger } from '@klutch/kube';
import type { Failure } from '../failure';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import { createClusterIdentity, type ClusterIdentity } from './clusterIdentity';
import type { KubeConfig } from './connect';
import type { UsableKubeconfig } from './kubeconfigSecret';
import { createRotation, type Rotation } from './rotation';
import type { SecretRef } from './SecretRef';
import {
  createKubeconfigVerifier,
  type RefusedKubeconfig,
  type VerifyKubeconfig,
} from './verifyKubeconfig';

export interface ClusterAccessOptions {
  /** Creates a client. @throws Error with a message for the user when it does not support the kubeconfig. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  /** Secret of the kubeconfig. */
  secretRef: SecretRef;
  /** The first kubeconfig. */
  kubeconfig: UsableKubeconfig;
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

export class ClusterAccess {
  readonly secretRef: SecretRef;
  /** Namespace that identifies the cluster. */
  readonly namespace: string;
  /** Client with the kubeconfig in use; not guarded. */
  readonly client: KubeClient;
  /** Whether another kubeconfig works and is for the same cluster. */
  readonly verify: VerifyKubeconfig;
  private readonly identity: ClusterIdentity;
  private readonly rotation: Rotation;
  private readonly stopping = new AbortController();
  private knownUid: string | undefined;
  private hasOtherUid = false;
  private changed: () => void = () => undefined;

  /** Starts the checks. @throws the errors of `connect`. */
  constructor(options: ClusterAccessOptions) {
    const { connect, secretRef, kubeconfig, cluster } = options;
    const { identityCheckMs, logger, metrics } = options;
    const signal = AbortSignal.any([options.signal, this.stopping.signal]);
    this.secretRef = secretRef;
    this.namespace = kubeconfig.namespace;
    this.client = connect(kubeconfig.kubeConfig);
    this.verify = createKubeconfigVerifier({
      connect,
      uid: () => this.uid,
      cluster,
    });
    this.identity = createClusterIdentity({
      client: this.client,
      namespace: this.namespace,
      identityCheckMs,
      known: uid => this.onIdentity(uid),
      changed: () => this.changed(),
      logger,
      metrics,
    });
    this.rotation = createRotation({
      connection: this.client,
      verify: this.verify,
      first: kubeconfig,
      changed: () => {
        // Retries at once what failed with the previous credentials.
        this.checkIdentity();
        this.changed();
      },
      logger,
      metrics,
    });
    this.identity.controller.start(signal);
    this.rotation.controller.start(signal);
    this.checkIdentity();
  }

  /**
   * Sets what is called when the cluster answers, is another one, fails or recovers, and when its kubeconfig changed.
   * Call at once: nothing has changed before the constructor's caller awaits something.
   */
  onChange(listener: () => void): void {
    this.changed = listener;
  }

  /** UID of the namespace at the first answer; undefined before. */
  get uid(): string | undefined {
    return this.knownUid;
  }

  /** Whether the kubeconfig leads to another cluster than at first: the cluster was replaced or rebuilt. */
  get isReplaced(): boolean {
    return this.hasOtherUid;
  }

  /** The kubeconfig in use. */
  get inUse(): UsableKubeconfig {
    return this.rotation.inUse;
  }

  /** See {@link Rotation.refused}. */
  get refused(): RefusedKubeconfig | undefined {
    return this.rotation.refused;
  }

  /** Switches to this kubeconfig once it is verified. */
  offer(kubeconfig: UsableKubeconfig): void {
    this.rotation.offer(kubeconfig);
  }

  /** Why the last check failed; undefined when it succeeded. */
  failure(): Failure | undefined {
    return this.identity.failure();
  }

  /** Set when the cluster refuses the credentials. */
  unauthorized(): Failure | undefined {
    const failure = this.failure();
    return failure?.reason === 'Unauthorized' ? failure : undefined;
  }

  /** Resolves when all requests have ended. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.identity.controller.stopped();
    await this.rotation.controller.stopped();
    await this.client.close();
  }

  private checkIdentity(): void {
    this.identity.controller.enqueue(this.namespace);
  }

  private onIdentity(uid: string): void {
    this.knownUid ??= uid;
    this.hasOtherUid = uid !== this.knownUid;
  }
}
