/** Copies a kubeconfig that the control plane has renewed to the Secrets of the app cluster. */
import { fieldManagers, type ClusterBinding } from '@klutch/bind-api';
import {
  core,
  type KubeClient,
  type Logger,
  type ReconcileContext,
  type Secret,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import type { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';
import { readKubeconfigSecret } from '../access/kubeconfigSecret';
import type { SecretRef } from '../access/SecretRef';
import type { RefusedKubeconfig } from '../access/ClusterAccess';
import { isPersistent, failureOf, type Failure } from '../failure';
import { idOf } from '../singleObjectWatches';
import {
  invalidSecret,
  providerSecretName,
  readProviderSecret,
  type OfferedKubeconfig,
  type SecretProblem,
  type SecretStatus,
} from './providerSecret';

export interface KubeconfigRenewalOptions {
  appCluster: AppCluster;
  /** Client of the control plane. */
  client: KubeClient;
  clusterNamespace: string;
  /** The accesses to the cluster namespace, each with its kubeconfig Secret on the app cluster. */
  accesses: ReadonlySet<KubeconfigSecretAccess>;
  logger: Logger;
}

/** The last attempt to write to the Secret of an access. */
interface WriteState {
  failure?: Failure;
  /** See {@link KubeconfigRenewal.notWritten}. */
  notWritten?: string | false;
}

const notWrittenMessage = (ref: SecretRef, { message }: Failure): string =>
  `The control plane has renewed the kubeconfig, but Secret ${idOf(ref)} cannot be updated with it: ${message}. The previous kubeconfig stays in use until its token expires. Allow the konnector to update this Secret: grant the right, or replace an immutable Secret. The konnector tries again.`;

/**
 * Merge patch with preconditions for the app cluster's kubeconfig Secret. Undefined when the Secret has the same
 * kubeconfig already, or one that is not in use: a user has put that kubeconfig there, and only a user removes it.
 * @param inUse - fingerprint of the kubeconfig in use.
 */
function planCopy(
  own: Secret,
  key: string,
  offered: OfferedKubeconfig,
  inUse: string,
): object | undefined {
  const present = own.data?.[key];
  if (present === offered.encoded) return undefined;
  if (present) {
    const reading = readKubeconfigSecret(own, key, '');
    if (!reading.ok || reading.value.fingerprint !== inUse) return undefined;
  }
  const { uid, resourceVersion } = own.metadata;
  return {
    metadata: { uid, resourceVersion },
    data: { [key]: offered.encoded },
  };
}

export class KubeconfigRenewal {
  private readFailure: Failure | undefined;
  private readonly writes = new WeakMap<KubeconfigSecretAccess, WriteState>();

  constructor(private readonly options: KubeconfigRenewalOptions) {}

  /**
   * Why a renewed kubeconfig cannot be written to the Secret of an access, as a sentence; false when it can. Undefined
   * while this is unknown.
   */
  notWritten(access: KubeconfigSecretAccess): string | false | undefined {
    return this.writes.get(access)?.notWritten;
  }

  /** Whether the last attempt could not read or write a Secret. */
  get hasFailed(): boolean {
    return (
      this.readFailure !== undefined ||
      [...this.options.accesses].some(
        access => this.writes.get(access)?.failure,
      )
    );
  }

  /**
   * Reads the control plane's Secret, and writes a valid new kubeconfig to the app cluster.
   * @returns what the heartbeat reports about the control plane's Secret; undefined: nothing is known.
   */
  async sync(
    clusterBinding: ClusterBinding,
    context: ReconcileContext,
  ): Promise<SecretStatus | undefined> {
    const { appCluster, accesses } = this.options;
    // In control-plane mode the ClusterBinding names the kubeconfig of the app cluster, which is not copied.
    if (appCluster.remote) return undefined;
    const offered = await this.readOffered(clusterBinding, context.signal);
    if (!offered) return undefined;
    if ('reason' in offered) {
      accesses.forEach(access => this.markWritable(access));
      return offered;
    }
    let status: SecretStatus | undefined = 'valid';
    for (const access of accesses) {
      const written = await this.write(offered, access, context);
      if (written !== 'valid') status = written;
    }
    return status;
  }

  /** The kubeconfig offered by the control plane; undefined during a transient read failure. */
  private async readOffered(
    clusterBinding: ClusterBinding,
    signal: AbortSignal,
  ): Promise<OfferedKubeconfig | SecretProblem | undefined> {
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
    offered: OfferedKubeconfig,
    access: KubeconfigSecretAccess,
    { signal, logger }: ReconcileContext,
  ): Promise<SecretStatus | undefined> {
    try {
      const refused = await this.copy(offered, access, signal);
      this.markWritable(access);
      return refused
        ? invalidSecret(`${offered.where} is not used: ${refused.message}`)
        : 'valid';
    } catch (error) {
      signal.throwIfAborted();
      logger.warn(
        { err: error },
        'the renewed kubeconfig could not be written',
      );
      const previous = this.writes.get(access);
      const failure = failureOf(error, previous?.failure);
      this.writes.set(access, { ...previous, failure });
      if (!isPersistent(failure)) return undefined;
      const notWritten = notWrittenMessage(access.secretRef, failure);
      this.writes.set(access, { failure, notWritten });
      return invalidSecret(
        `${offered.where} could not be written to the app cluster. See the conditions of its APIServiceBindings.`,
      );
    }
  }

  /**
   * Writes the kubeconfig to the app cluster only when it differs and works, because after a restart the konnector has
   * only the kubeconfig of this Secret.
   * @returns why the offered kubeconfig was refused; undefined when it was written or nothing had to be written.
   * @throws when the Secret of the app cluster cannot be read or written.
   */
  private async copy(
    offered: OfferedKubeconfig,
    access: KubeconfigSecretAccess,
    signal: AbortSignal,
  ): Promise<RefusedKubeconfig | undefined> {
    const { appCluster, logger } = this.options;
    const { bindingCluster } = appCluster;
    const { secretRef, inUse } = access;
    const where = { namespace: secretRef.namespace, name: secretRef.name };
    const own = await bindingCluster.get(core.secrets, where, { signal });
    const patch =
      own && planCopy(own, secretRef.key, offered, inUse.fingerprint);
    if (!patch) return undefined;
    const refused = await access.verify(offered.kubeConfig, signal);
    if (refused) return refused;
    await bindingCluster.mergePatch(core.secrets, where, patch, {
      fieldManager: fieldManagers.claimed,
    });
    logger.info(
      { secret: idOf(secretRef) },
      'wrote the rotated kubeconfig to the app cluster',
    );
    return undefined;
  }

  /** A renewed kubeconfig can be written, or there is none. */
  private markWritable(access: KubeconfigSecretAccess): void {
    this.writes.set(access, { notWritten: false });
  }
}
