/** Tells the control plane that this konnector lives, and takes the kubeconfig home when the control plane rotates it. */
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
import { falseVerdict, type Verdict } from '../conditions/verdict';
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

/** A beating heart. */
export interface Heartbeat {
  /** Beats when the ClusterBinding is enqueued, and from then on by itself. */
  readonly controller: Controller;
  /** Does the heartbeat reach the control plane? Undefined before the first try. */
  readonly verdict: Verdict | undefined;
  /** Why it did not reach the control plane the last time. */
  failure(): Failure | undefined;
  /**
   * Why a renewed kubeconfig cannot be written into the Secret of the app cluster, in a sentence; false: nothing keeps it
   * from that. Undefined while that is not known.
   */
  readonly kubeconfigNotWritten: string | false | undefined;
  /** Seconds since the last one that the control plane shows, whoever sent it; undefined before the first. */
  readonly ageSeconds: number | undefined;
  /** Provider's name for people, once it is known. */
  readonly providerPrettyName: string | undefined;
}

/** When to try a kubeconfig again that was not taken home; milliseconds. */
const retryMs = 10_000;

const notWrittenMessage = (ref: SecretRef, { message }: Failure): string =>
  `The control plane has renewed the kubeconfig, but Secret ${idOf(ref)} cannot be updated with it: ${message}. The kubeconfig before it stays in use until its token ends. Let the konnector update this Secret: grant it the right, or replace an immutable Secret. It is tried again.`;

/** Makes the controller; who starts it decides when. A process that stands by does not beat. */
export function createHeartbeat(options: {
  appCluster: AppCluster;
  /** Control plane. */
  client: KubeClient;
  clusterNamespace: string;
  clusterBindings: CheckedCache<ClusterBinding>;
  /** The app cluster's kubeconfig secret of this connection. */
  secretRef: SecretRef;
  /** Fingerprint of the kubeconfig in use; undefined until it is known where that leads. */
  inUse: () => string | undefined;
  verifyKubeconfig: VerifyKubeconfig;
  /** Called when what the heartbeat says of itself changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
}): Heartbeat {
  const { appCluster, client, clusterNamespace, clusterBindings } = options;
  const mutationCache = new MutationCache<ClusterBinding>();
  const clusterBindingKey = `${clusterNamespace}/${names.clusterBinding}`;
  let verdict: Verdict | undefined;
  let failure: Failure | undefined;
  let readFailure: Failure | undefined;
  let writeFailure: Failure | undefined;
  let kubeconfigNotWritten: string | false | undefined;
  let providerPrettyName: string | undefined;
  let lastReported: string | undefined;

  function setVerdict(next: Verdict): void {
    verdict = next;
    providerPrettyName =
      clusterBindings.get(clusterBindingKey)?.spec.providerPrettyName;
    const now = JSON.stringify([
      verdict,
      kubeconfigNotWritten,
      providerPrettyName,
    ]);
    if (now !== lastReported) options.changed();
    lastReported = now;
  }

  /** Nothing keeps a renewed kubeconfig from being written, or there is none. */
  function markWritable(): void {
    writeFailure = undefined;
    kubeconfigNotWritten = false;
  }

  /** What the control plane offers; undefined while that cannot be read for a moment. */
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

  /** What the control plane's secret is worth; what is worth something is home afterwards. */
  async function readSecret(
    clusterBinding: ClusterBinding,
    { signal, logger }: ReconcileContext,
  ): Promise<SecretProblem | 'valid' | undefined> {
    const inUse = options.inUse();
    // In control-plane mode the ClusterBinding names the kubeconfig of the app cluster, which has no other home.
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
        ? invalidSecret(
            `${kubeconfig.where} is not taken home: ${refused.message}`,
          ).problem
        : 'valid';
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, 'the renewed kubeconfig is not written');
      writeFailure = failureOf(error, writeFailure);
      if (!isPersistent(writeFailure)) return undefined;
      kubeconfigNotWritten = notWrittenMessage(options.secretRef, writeFailure);
      return invalidSecret(
        `${kubeconfig.where} could not be written on the app cluster. Its APIServiceBindings say why.`,
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
        setVerdict(
          falseVerdict(
            reasons.clusterBindingUpdateFailed,
            clusterBindings.invalidObjects().get(clusterBindingKey) ??
              `The ClusterBinding is missing in the cluster namespace ${clusterNamespace}. Bind again to create it.`,
            'Warning',
          ),
        );
        return;
      }
      if (!appCluster.leaderElector.isLeader) return;
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
        setVerdict({ ok: true });
      } catch (error) {
        if (isConflict(error)) throw error;
        failure = failureOf(error, failure);
        setVerdict(
          falseVerdict(
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
  appCluster.leaderElector.onStartedLeading(enqueue, options.signal);

  return {
    controller,
    failure: () => failure,
    get verdict() {
      return verdict;
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
