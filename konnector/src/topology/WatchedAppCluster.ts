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
import { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import type { SecretRef } from '../access/SecretRef';
import { idOf, SingleObjectWatches } from '../singleObjectWatches';
import { appClusterSecretCondition } from './appClusterSecretCondition';
import { createAppClusterReplaced } from './appClusterReplaced';
import type { AppClusterAccess } from './RemoteAccess';
import type { Topology, TopologyParts } from './Topology';

export interface WatchedAppClusterOptions extends TopologyParts {
  bindingCluster: KubeClient;
  secretRef: SecretRef;
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
  private readonly replaced = createAppClusterReplaced();
  private readonly answered = deferred<KubeClient>();
  private reading: KubeconfigReading | undefined;
  /** Since the first valid kubeconfig. */
  private access: KubeconfigSecretAccess | undefined;
  private changed: () => void = () => undefined;

  constructor(private readonly options: WatchedAppClusterOptions) {
    const { bindingCluster, logger, secretRef, signal } = options;
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
    this.reader.start(signal);
    enqueueRead();
  }

  /** Sets what is called when the state of the access changed. */
  onChange(listener: () => void): void {
    this.changed = listener;
  }

  /** Resolves once the app cluster has answered. Never rejects. */
  get client(): Promise<KubeClient> {
    return this.answered.promise;
  }

  get appClusterReplaced() {
    return this.replaced.replaced;
  }

  get waitingFor(): string | undefined {
    const { access, reading } = this;
    if (access?.uid !== undefined) return undefined;
    if (reading?.ok === false) return reading.message;
    return (
      access?.failure()?.message ?? 'The app cluster has not answered yet.'
    );
  }

  get secretValid() {
    const { access, reading, where } = this;
    return appClusterSecretCondition(reading, access, where);
  }

  get isGone(): boolean {
    const { reading } = this;
    return (
      reading?.ok === false &&
      reading.reason === reasons.kubeconfigSecretNotFound
    );
  }

  get inUse() {
    if (!this.access)
      throw new Error('The app cluster has no valid kubeconfig yet.');
    return this.access.inUse.kubeConfig;
  }

  unauthorized() {
    return this.access?.unauthorized();
  }

  async close(): Promise<void> {
    await this.reader.stopped();
    await this.access?.close();
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
        this.reading = unusable(
          `${where} cannot be used. ${errorMessage(error)}`,
        );
      }
    }
    this.changed();
  }

  /** @throws Error with a message for the user when the kubeconfig uses a feature that the client does not support. */
  private useKubeconfig(kubeconfig: UsableKubeconfig): void {
    if (this.access) {
      this.access.offer(kubeconfig);
      return;
    }
    this.access = new KubeconfigSecretAccess(
      { ...this.options, cluster: 'app cluster' },
      this.secretRef,
      kubeconfig,
    );
    this.access.onChange(() => this.accessChanged());
  }

  private accessChanged(): void {
    const { access, options } = this;
    if (access?.isReplaced) this.replaced.reportReplaced();
    else if (access?.uid !== undefined)
      this.answered.resolve(access.client.guarded(options.leadership.guard));
    this.changed();
  }
}
