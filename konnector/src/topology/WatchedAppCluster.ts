/**
 * Watches the Secret on the control plane with the kubeconfig of the app cluster, and checks the identity of that
 * cluster.
 */
import { conditionReasons as reasons } from '@klutch/bind-api';
import {
  core,
  createController,
  deferred,
  type Controller,
  type KubeClient,
  type Secret,
  errorMessage,
} from '@klutch/kube';
import {
  readAppClusterSecret,
  unusable,
  type KubeconfigReading,
  type UsableKubeconfig,
} from '../access/kubeconfigSecret';
import {
  createClusterIdentity,
  type ClusterIdentity,
} from '../access/clusterIdentity';
import type { SecretRef } from '../access/SecretRef';
import { createRotation, type Rotation } from '../access/rotation';
import {
  createKubeconfigVerifier,
  type VerifyKubeconfig,
} from '../access/verifyKubeconfig';
import { idOf, SingleObjectWatches } from '../singleObjectWatches';
import { appClusterSecretCondition } from './appClusterSecretCondition';
import { createAppClusterReplaced } from './appClusterReplaced';
import type { AppClusterAccess } from './RemoteAccess';
import type { Topology, TopologyParts } from './Topology';

/** The state after a first valid kubeconfig. */
interface Connected {
  connection: KubeClient;
  identity: ClusterIdentity;
  /** Once the cluster has answered, another kubeconfig must target the same cluster. */
  rotation: Rotation;
}

export interface WatchedAppClusterOptions extends TopologyParts {
  bindingCluster: KubeClient;
  secretRef: SecretRef;
  /** Called when the state of the access changed. */
  changed: () => void;
}

/** An app cluster that is reached from its control plane; watched until the signal aborts. */
export class WatchedAppCluster
  implements
    AppClusterAccess,
    Pick<Topology, 'appClusterReplaced' | 'waitingFor' | 'close'>
{
  readonly secretRef: SecretRef;
  /** How messages name the Secret. */
  private readonly where: string;
  private readonly secrets: SingleObjectWatches<Secret>;
  private readonly reader: Controller;
  private readonly verifyKubeconfig: VerifyKubeconfig;
  private readonly replaced = createAppClusterReplaced();
  private readonly answered = deferred<KubeClient>();
  private reading: KubeconfigReading | undefined;
  private connected: Connected | undefined;
  private uid: string | undefined;

  constructor(private readonly options: WatchedAppClusterOptions) {
    const { bindingCluster, connect, logger, secretRef, signal } = options;
    this.secretRef = secretRef;
    this.where = `Secret ${idOf(secretRef)} on the control plane`;
    this.reader = createController({
      name: 'app-cluster-kubeconfig',
      logger,
      watches: [],
      reconcile: async () => this.reconcileSecret(),
    });
    const enqueueRead = () => this.reader.enqueue(secretRef.name);
    this.secrets = new SingleObjectWatches({
      client: bindingCluster,
      resource: core.secrets,
      signal,
      logger,
      changed: enqueueRead,
    });
    this.verifyKubeconfig = createKubeconfigVerifier({
      connect,
      uid: () => this.uid,
      cluster: 'app cluster',
    });
    this.reader.start(signal);
    enqueueRead();
  }

  /** Resolves once the app cluster has answered. Never rejects. */
  get client(): Promise<KubeClient> {
    return this.answered.promise;
  }

  get appClusterReplaced() {
    return this.replaced.replaced;
  }

  get waitingFor(): string | undefined {
    const { connected, reading } = this;
    if (this.uid !== undefined) return undefined;
    if (reading?.ok === false) return reading.message;
    return (
      connected?.identity.failure()?.message ??
      'The app cluster has not answered yet.'
    );
  }

  get secretValid() {
    const { connected, reading, where } = this;
    return appClusterSecretCondition(reading, connected?.rotation, where);
  }

  get isGone(): boolean {
    const { reading } = this;
    return (
      reading?.ok === false &&
      reading.reason === reasons.kubeconfigSecretNotFound
    );
  }

  get inUse() {
    const { connected } = this;
    if (!connected)
      throw new Error('The app cluster has no valid kubeconfig yet.');
    return connected.rotation.inUse.kubeConfig;
  }

  unauthorized() {
    const failure = this.connected?.identity.failure();
    return failure?.reason === 'Unauthorized' ? failure : undefined;
  }

  async close(): Promise<void> {
    await this.reader.stopped();
    await this.connected?.identity.controller.stopped();
    await this.connected?.rotation.controller.stopped();
    await this.connected?.connection.close();
  }

  private reconcileSecret(): void {
    const { secretRef, where } = this;
    const found = this.secrets.observe(secretRef);
    if (!found.known && !found.problem) return;
    this.reading = found.known
      ? readAppClusterSecret(found.object, secretRef.key, where)
      : unusable(`${where} cannot be read: ${found.problem}`);
    if (this.reading.ok) {
      try {
        this.useKubeconfig(this.reading.value);
      } catch (error) {
        this.refuse(error);
      }
    }
    this.options.changed();
  }

  private refuse(error: unknown): void {
    this.reading = unusable(
      `${this.where} cannot be used. ${errorMessage(error)}`,
    );
  }

  /** @throws Error with a message for the user when the kubeconfig uses a feature that the client does not support. */
  private useKubeconfig(next: UsableKubeconfig): void {
    if (this.connected) this.connected.rotation.offer(next);
    else this.connected = this.connect(next);
  }

  private connect(kubeconfig: UsableKubeconfig): Connected {
    const { checkIntervalMs, changed, logger, signal } = this.options;
    const connection = this.options.connect(kubeconfig.kubeConfig);
    const identity = createClusterIdentity({
      client: connection,
      namespace: kubeconfig.namespace,
      identityCheckMs: checkIntervalMs,
      known: uid => this.onIdentity(uid),
      changed,
      logger,
    });
    const checkIdentity = () =>
      identity.controller.enqueue(kubeconfig.namespace);
    const rotation = createRotation({
      connection,
      verify: this.verifyKubeconfig,
      first: kubeconfig,
      changed() {
        checkIdentity();
        changed();
      },
      logger,
    });
    identity.controller.start(signal);
    rotation.controller.start(signal);
    checkIdentity();
    return { connection, identity, rotation };
  }

  private onIdentity(uid: string): void {
    const { connected } = this;
    if (!connected || uid === this.uid) return;
    if (this.uid !== undefined) {
      this.replaced.reportReplaced();
      return;
    }
    this.uid = uid;
    const { guard } = this.options.leadership;
    this.answered.resolve(connected.connection.guarded(guard));
  }
}
