/** Copies a kubeconfig that the control plane has renewed to the app cluster's Secret. */
import type { ClusterBinding } from '@klutch/bind-api';
import type { KubeClient, Logger, ReconcileContext } from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import type { SecretRef } from '../access/SecretRef';
import type { VerifyKubeconfig } from '../access/verifyKubeconfig';
import { isPersistent, failureOf, type Failure } from '../failure';
import { idOf } from '../singleObjectWatches';
import {
  invalidSecret,
  providerSecretName,
  readProviderSecret,
  type OfferedKubeconfig,
  type ProviderKubeconfig,
  type SecretProblem,
} from './providerSecret';
import { syncKubeconfigSecret } from './syncKubeconfigSecret';

/** Options of {@link KubeconfigRenewal}. */
export interface KubeconfigRenewalOptions {
  appCluster: AppCluster;
  /** Client of the control plane. */
  client: KubeClient;
  clusterNamespace: string;
  /** The app cluster's kubeconfig secret of this connection. */
  secretRef: SecretRef;
  /** Fingerprint of the kubeconfig in use; undefined until the identity of its control plane is known. */
  inUse: () => string | undefined;
  verifyKubeconfig: VerifyKubeconfig;
  logger: Logger;
}

const notWrittenMessage = (ref: SecretRef, { message }: Failure): string =>
  `The control plane has renewed the kubeconfig, but Secret ${idOf(ref)} cannot be updated with it: ${message}. The previous kubeconfig stays in use until its token expires. Allow the konnector to update this Secret: grant the right, or replace an immutable Secret. The konnector tries again.`;

/** Copies the kubeconfig of one connection. */
export class KubeconfigRenewal {
  private readFailure: Failure | undefined;
  private writeFailure: Failure | undefined;
  private whyNotWritten: string | false | undefined;

  constructor(private readonly options: KubeconfigRenewalOptions) {}

  /**
   * Why a renewed kubeconfig cannot be written to the Secret of the app cluster, as a sentence; false when it can.
   * Undefined while this is unknown.
   */
  get notWritten(): string | false | undefined {
    return this.whyNotWritten;
  }

  /** Whether the last attempt could not read or write a Secret. */
  get hasFailed(): boolean {
    return this.readFailure !== undefined || this.writeFailure !== undefined;
  }

  /**
   * Reads the control plane's Secret, and writes a valid new kubeconfig to the app cluster.
   * @returns what the heartbeat reports about the control plane's Secret; undefined: nothing is known.
   */
  async sync(
    clusterBinding: ClusterBinding,
    context: ReconcileContext,
  ): Promise<SecretProblem | 'valid' | undefined> {
    const inUse = this.options.inUse();
    // In control-plane mode the ClusterBinding names the kubeconfig of the app cluster, which is not copied.
    if (this.options.appCluster.remote || !inUse) return undefined;
    const secret = await this.readOffered(clusterBinding, context.signal);
    if (!secret) return undefined;
    if ('problem' in secret) {
      this.markWritable();
      return secret.problem;
    }
    return this.write(secret.kubeconfig, inUse, context);
  }

  /** The kubeconfig offered by the control plane; undefined during a transient read failure. */
  private async readOffered(
    clusterBinding: ClusterBinding,
    signal: AbortSignal,
  ): Promise<ProviderKubeconfig | undefined> {
    const { client, clusterNamespace } = this.options;
    try {
      const secret = await readProviderSecret(
        client,
        clusterNamespace,
        clusterBinding,
        signal,
      );
      this.readFailure = undefined;
      return secret;
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error, this.readFailure);
      this.readFailure = failure;
      if (!isPersistent(failure)) return undefined;
      const where = providerSecretName(clusterNamespace, clusterBinding);
      return invalidSecret(`${where} cannot be read: ${failure.message}.`);
    }
  }

  private async write(
    kubeconfig: OfferedKubeconfig,
    inUse: string,
    { signal, logger }: ReconcileContext,
  ): Promise<SecretProblem | 'valid' | undefined> {
    const { appCluster, secretRef } = this.options;
    try {
      const refused = await syncKubeconfigSecret(
        { ...this.options, client: appCluster.bindingCluster, inUse },
        kubeconfig,
        signal,
      );
      this.markWritable();
      return refused
        ? invalidSecret(`${kubeconfig.where} is not used: ${refused.message}`)
            .problem
        : 'valid';
    } catch (error) {
      signal.throwIfAborted();
      logger.warn(
        { err: error },
        'the renewed kubeconfig could not be written',
      );
      const failure = failureOf(error, this.writeFailure);
      this.writeFailure = failure;
      if (!isPersistent(failure)) return undefined;
      this.whyNotWritten = notWrittenMessage(secretRef, failure);
      return invalidSecret(
        `${kubeconfig.where} could not be written to the app cluster. See the conditions of its APIServiceBindings.`,
      ).problem;
    }
  }

  /** A renewed kubeconfig can be written, or there is none. */
  private markWritable(): void {
    this.writeFailure = undefined;
    this.whyNotWritten = false;
  }
}
