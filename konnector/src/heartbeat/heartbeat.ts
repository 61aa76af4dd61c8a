/** Writes the heartbeat to the control plane, and copies a rotated kubeconfig to the app cluster's Secret. */
import {
  bindResources,
  conditionReasons as reasons,
  fieldManagers,
  names,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  createController,
  isConflict,
  type Controller,
  type KubeClient,
  type Logger,
  type ReconcileContext,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import type { CheckedCache } from '../checkedCache';
import type { SecretRef } from '../access/SecretRef';
import type { VerifyKubeconfig } from '../access/verifyKubeconfig';
import { MutationCache } from '../mutationCache';
import { idOf } from '../singleObjectWatches';
import { isPersistent, failureOf, type Failure } from '../failure';
import { syncKubeconfigSecret } from './syncKubeconfigSecret';
import { planHeartbeat } from './planHeartbeat';
import {
  invalidSecret,
  providerSecretName,
  readProviderSecret,
  type ProviderKubeconfig,
  type SecretProblem,
} from './providerSecret';

/** The heartbeat of one connection. */
export interface Heartbeat {
  /** Writes a heartbeat when the ClusterBinding is enqueued, and periodically from then on. */
  readonly controller: Controller;
  /** Whether the heartbeat reaches the control plane; undefined before the first attempt. */
  readonly condition: ConditionResult | undefined;
  /** Why the last heartbeat failed. */
  failure(): Failure | undefined;
  /**
   * Why a renewed kubeconfig cannot be written to the Secret of the app cluster, as a sentence; false when it can.
   * Undefined while this is unknown.
   */
  readonly kubeconfigNotWritten: string | false | undefined;
  /**
   * Seconds since the last heartbeat that the control plane shows, by whichever replica; undefined before the first.
   */
  readonly ageSeconds: number | undefined;
  /** The provider's display name, once known. */
  readonly providerPrettyName: string | undefined;
}

/** Delay before a failed copy of the kubeconfig is retried; milliseconds. */
const retryMs = 10_000;

const notWrittenMessage = (ref: SecretRef, { message }: Failure): string =>
  `The control plane has renewed the kubeconfig, but Secret ${idOf(ref)} cannot be updated with it: ${message}. The previous kubeconfig stays in use until its token expires. Allow the konnector to update this Secret: grant the right, or replace an immutable Secret. The konnector tries again.`;

/** Creates the heartbeat without starting its controller. A standby replica writes no heartbeat. */
export function createHeartbeat(options: {
  appCluster: AppCluster;
  /** Client of the control plane. */
  client: KubeClient;
  clusterNamespace: string;
  clusterBindings: CheckedCache<ClusterBinding>;
  /** The app cluster's kubeconfig secret of this connection. */
  secretRef: SecretRef;
  /** Fingerprint of the kubeconfig in use; undefined until the identity of its control plane is known. */
  inUse: () => string | undefined;
  verifyKubeconfig: VerifyKubeconfig;
  /** Called when `condition`, `kubeconfigNotWritten` or `providerPrettyName` changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
}): Heartbeat {
  const { appCluster, client, clusterNamespace, clusterBindings } = options;
  const mutationCache = new MutationCache<ClusterBinding>();
  const clusterBindingKey = `${clusterNamespace}/${names.clusterBinding}`;
  let condition: ConditionResult | undefined;
  let failure: Failure | undefined;
  let readFailure: Failure | undefined;
  let writeFailure: Failure | undefined;
  let kubeconfigNotWritten: string | false | undefined;
  let providerPrettyName: string | undefined;
  let lastReported: string | undefined;

  function setCondition(next: ConditionResult): void {
    condition = next;
    providerPrettyName =
      clusterBindings.get(clusterBindingKey)?.spec.providerPrettyName;
    const now = JSON.stringify([
      condition,
      kubeconfigNotWritten,
      providerPrettyName,
    ]);
    if (now !== lastReported) options.changed();
    lastReported = now;
  }

  /** A renewed kubeconfig can be written, or there is none. */
  function markWritable(): void {
    writeFailure = undefined;
    kubeconfigNotWritten = false;
  }

  /** The kubeconfig offered by the control plane; undefined during a transient read failure. */
  async function readOfferedKubeconfig(
    clusterBinding: ClusterBinding,
    signal: AbortSignal,
  ): Promise<ProviderKubeconfig | undefined> {
    try {
      const secret = await readProviderSecret(
        client,
        clusterNamespace,
        clusterBinding,
        signal,
      );
      readFailure = undefined;
      return secret;
    } catch (error) {
      signal.throwIfAborted();
      readFailure = failureOf(error, readFailure);
      if (!isPersistent(readFailure)) return undefined;
      const where = providerSecretName(clusterNamespace, clusterBinding);
      return invalidSecret(`${where} cannot be read: ${readFailure.message}.`);
    }
  }

  /** Reads the control plane's Secret, and writes a valid new kubeconfig to the app cluster. */
  async function readSecret(
    clusterBinding: ClusterBinding,
    { signal, logger }: ReconcileContext,
  ): Promise<SecretProblem | 'valid' | undefined> {
    const inUse = options.inUse();
    // In control-plane mode the ClusterBinding names the kubeconfig of the app cluster, which is not copied.
    if (appCluster.remote || !inUse) return undefined;
    const secret = await readOfferedKubeconfig(clusterBinding, signal);
    if (!secret) return undefined;
    if ('problem' in secret) {
      markWritable();
      return secret.problem;
    }
    const { kubeconfig } = secret;
    try {
      const refused = await syncKubeconfigSecret(
        { ...options, client: appCluster.bindingCluster, inUse },
        kubeconfig,
        signal,
      );
      markWritable();
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
      writeFailure = failureOf(error, writeFailure);
      if (!isPersistent(writeFailure)) return undefined;
      kubeconfigNotWritten = notWrittenMessage(options.secretRef, writeFailure);
      return invalidSecret(
        `${kubeconfig.where} could not be written to the app cluster. See the conditions of its APIServiceBindings.`,
      ).problem;
    }
  }

  const controller = createController({
    name: 'heartbeat',
    logger: options.logger,
    metrics: appCluster.metrics,
    concurrency: 1,
    watches: [{ cache: clusterBindings }],
    async reconcile(_key, context) {
      const cached = clusterBindings.get(clusterBindingKey);
      const { object: clusterBinding } = mutationCache.get(
        clusterBindingKey,
        cached,
      );
      if (!clusterBinding) {
        setCondition(
          falseCondition(
            reasons.clusterBindingUpdateFailed,
            clusterBindings.invalidObjects().get(clusterBindingKey) ??
              `The ClusterBinding is missing in the cluster namespace ${clusterNamespace}. Bind again to create it.`,
            'Warning',
          ),
        );
        return;
      }
      if (!appCluster.leadership.isLeader) return;
      const secret = await readSecret(clusterBinding, context);
      const { patch, requeueAfterMs } = planHeartbeat({
        clusterBinding,
        secret,
        konnectorVersion: appCluster.konnectorVersion,
        ...appCluster.heartbeat,
        now: new Date(),
      });
      const isSynced =
        !readFailure && !writeFailure && (!secret || secret === 'valid');
      context.requeueAfter(
        isSynced ? requeueAfterMs : Math.min(requeueAfterMs, retryMs),
      );
      try {
        if (patch) {
          const where = {
            namespace: clusterNamespace,
            name: names.clusterBinding,
          };
          const resource = bindResources.clusterBindings;
          const read = () => client.get(resource, where);
          const written = await mutationCache.send(
            { key: clusterBindingKey, cached, observed: clusterBinding, read },
            () =>
              client.mergePatch(resource, where, patch, {
                subresource: 'status',
                fieldManager: fieldManagers.status,
              }),
          );
          mutationCache.recordWrite(clusterBindingKey, cached, written);
        }
        failure = undefined;
        setCondition({ ok: true });
      } catch (error) {
        if (isConflict(error)) throw error;
        failure = failureOf(error, failure);
        setCondition(
          falseCondition(
            reasons.clusterBindingUpdateFailed,
            failure.message,
            'Warning',
          ),
        );
        throw error;
      }
    },
  });

  function enqueue(): void {
    controller.enqueue(names.clusterBinding);
  }
  appCluster.leadership.onStartedLeading(enqueue, options.signal);

  return {
    controller,
    failure: () => failure,
    get condition() {
      return condition;
    },
    get kubeconfigNotWritten() {
      return kubeconfigNotWritten;
    },
    get ageSeconds() {
      const at =
        clusterBindings.get(clusterBindingKey)?.status?.lastHeartbeatTime;
      return at ? (Date.now() - Date.parse(at)) / 1000 : undefined;
    },
    get providerPrettyName() {
      return providerPrettyName;
    },
  };
}
