/** Access to a cluster with the kubeconfig of a Secret: switches to a changed kubeconfig of the same cluster. */
import type { Controller } from '@klutch/kube';
import {
  ClusterAccess,
  type ClusterAccessOptions,
  type RefusedKubeconfig,
} from './ClusterAccess';
import type { UsableKubeconfig } from './kubeconfigSecret';
import type { SecretRef } from './SecretRef';

export class KubeconfigSecretAccess extends ClusterAccess {
  private readonly rotation: Controller;
  private current: UsableKubeconfig;
  private offered: UsableKubeconfig;
  private refusal: RefusedKubeconfig | undefined;

  /**
   * Starts the checks.
   * @param secretRef - where the kubeconfig is from.
   * @param kubeconfig - the first one.
   * @throws the errors of `connect`.
   */
  constructor(
    options: ClusterAccessOptions,
    readonly secretRef: SecretRef,
    kubeconfig: UsableKubeconfig,
  ) {
    super(options, kubeconfig.kubeConfig, kubeconfig.namespace);
    this.current = kubeconfig;
    this.offered = kubeconfig;
    this.rotation = this.startController('kubeconfig-rotation', ({ signal }) =>
      this.rotate(signal),
    );
  }

  /** The kubeconfig in use. */
  get inUse(): UsableKubeconfig {
    return this.current;
  }

  /** Why the latest kubeconfig is not in use; undefined when it is, or while its first verification runs. */
  get refused(): RefusedKubeconfig | undefined {
    return this.refusal;
  }

  /**
   * Switches to this kubeconfig once it is verified; no-op when it was offered last. One that does not work, or belongs
   * to another cluster, never replaces a working one.
   */
  offer(kubeconfig: UsableKubeconfig): void {
    if (kubeconfig.fingerprint === this.offered.fingerprint) return;
    this.offered = kubeconfig;
    this.rotation.enqueue(this.secretRef.name);
  }

  private async rotate(signal: AbortSignal): Promise<void> {
    const next = this.offered;
    if (next.fingerprint === this.current.fingerprint) {
      if (this.refusal) this.refuse(undefined);
      return;
    }
    const { kubeConfig } = next;
    const refused = await this.verify(kubeConfig, signal);
    if (refused) {
      if (this.refusal?.message !== refused.message) this.refuse(refused);
      if (refused.isOtherCluster) return;
      throw new Error(refused.message);
    }
    const replaced = this.reconnect(kubeConfig);
    this.current = next;
    this.options.logger.info({}, 'switched to a new kubeconfig');
    this.refuse(undefined);
    await replaced;
  }

  private refuse(why: RefusedKubeconfig | undefined): void {
    const { logger } = this.options;
    this.refusal = why;
    if (why) logger.warn({ why: why.message }, 'a new kubeconfig was rejected');
    // A rebuilt cluster, whose kubeconfig was replaced with it, is noticed at once.
    this.checkIdentity();
    this.changed();
  }
}
