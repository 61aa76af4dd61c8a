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
import { because, type Verdict } from '../conditions/verdict';
import type { CheckedCache } from '../checkedCache';
import type { SecretRef } from '../access/SecretRef';
import type { TryOut } from '../access/tryOut';
import { FreshView } from '../freshView';
import { idOf } from '../singleObjectWatches';
import { isLasting, troubleOf, type Trouble } from '../trouble';
import { bringSecretHome } from './bringSecretHome';
import { planHeartbeat } from './planHeartbeat';
import {
  invalid,
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
  trouble(): Trouble | undefined;
  /**
   * Why a renewed kubeconfig cannot be written into the Secret of the app cluster, in a sentence; false: nothing keeps it
   * from that. Undefined while that is not known.
   */
  readonly notWritten: string | false | undefined;
  /** Seconds since the last one that the control plane shows, whoever sent it; undefined before the first. */
  readonly ageSeconds: number | undefined;
  /** Provider's name for people, once it is known. */
  readonly providerPrettyName: string | undefined;
}

/** When to try a kubeconfig again that was not taken home; milliseconds. */
const tryAgainMs = 10_000;

const whyNotWritten = (ref: SecretRef, { message }: Trouble): string =>
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
  tryOut: TryOut;
  /** Called when what the heartbeat says of itself changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
}): Heartbeat {
  const { appCluster, client, clusterNamespace, clusterBindings } = options;
  const view = new FreshView<ClusterBinding>();
  const viewKey = `${clusterNamespace}/${names.clusterBinding}`;
  let verdict: Verdict | undefined;
  let trouble: Trouble | undefined;
  let readTrouble: Trouble | undefined;
  let writeTrouble: Trouble | undefined;
  let notWritten: string | false | undefined;
  let providerPrettyName: string | undefined;
  let concluded: string | undefined;

  function conclude(next: Verdict): void {
    verdict = next;
    providerPrettyName = clusterBindings.get(viewKey)?.spec.providerPrettyName;
    const now = JSON.stringify([verdict, notWritten, providerPrettyName]);
    if (now !== concluded) options.changed();
    concluded = now;
  }

  /** Nothing keeps a renewed kubeconfig from being written, or there is none. */
  function isWritable(): void {
    writeTrouble = undefined;
    notWritten = false;
  }

  /** What the control plane offers; undefined while that cannot be read for a moment. */
  async function offered(
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
      readTrouble = undefined;
      return secret;
    } catch (error) {
      signal.throwIfAborted();
      readTrouble = troubleOf(error, readTrouble);
      if (!isLasting(readTrouble)) return undefined;
      const where = providerSecretName(clusterNamespace, clusterBinding);
      return invalid(`${where} cannot be read: ${readTrouble.message}.`);
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
    const secret = await offered(clusterBinding, signal);
    if (!secret) return undefined;
    if ('problem' in secret) {
      isWritable();
      return secret.problem;
    }
    const { kubeconfig } = secret;
    try {
      const refused = await bringSecretHome(
        { ...options, client: appCluster.bindingCluster, inUse },
        kubeconfig,
        signal,
      );
      isWritable();
      return refused
        ? invalid(`${kubeconfig.where} is not taken home: ${refused.message}`)
            .problem
        : 'valid';
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ err: error }, 'the renewed kubeconfig is not written');
      writeTrouble = troubleOf(error, writeTrouble);
      if (!isLasting(writeTrouble)) return undefined;
      notWritten = whyNotWritten(options.secretRef, writeTrouble);
      return invalid(
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
      const cached = clusterBindings.get(viewKey);
      const { object: clusterBinding } = view.see(viewKey, cached);
      if (!clusterBinding) {
        conclude(
          because(
            reasons.clusterBindingUpdateFailed,
            clusterBindings.leftOut().get(viewKey) ??
              `The ClusterBinding is missing in the cluster namespace ${clusterNamespace}. Bind again to create it.`,
            'Warning',
          ),
        );
        return;
      }
      if (!appCluster.duty.leading) return;
      const secret = await readSecret(clusterBinding, context);
      const { patch, againInMs } = planHeartbeat({
        clusterBinding,
        secret,
        konnectorVersion: appCluster.konnectorVersion,
        ...appCluster.heartbeat,
        now: new Date(),
      });
      const isHome =
        !readTrouble && !writeTrouble && (!secret || secret === 'valid');
      context.requeueAfter(
        isHome ? againInMs : Math.min(againInMs, tryAgainMs),
      );
      try {
        if (patch) {
          const where = {
            namespace: clusterNamespace,
            name: names.clusterBinding,
          };
          const resource = bindResources.clusterBindings;
          const read = () => client.get(resource, where);
          const written = await view.send(
            { key: viewKey, cached, seen: clusterBinding, read },
            () =>
              client.mergePatch(resource, where, patch, {
                subresource: 'status',
                fieldManager: fieldManagers.status,
              }),
          );
          view.wrote(viewKey, cached, written);
        }
        trouble = undefined;
        conclude({ ok: true });
      } catch (error) {
        if (isConflict(error)) throw error;
        trouble = troubleOf(error, trouble);
        conclude(
          because(
            reasons.clusterBindingUpdateFailed,
            trouble.message,
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
  appCluster.duty.onLead(enqueue, options.signal);

  return {
    controller,
    trouble: () => trouble,
    get verdict() {
      return verdict;
    },
    get notWritten() {
      return notWritten;
    },
    get ageSeconds() {
      const at = clusterBindings.get(viewKey)?.status?.lastHeartbeatTime;
      return at ? (Date.now() - Date.parse(at)) / 1000 : undefined;
    },
    get providerPrettyName() {
      return providerPrettyName;
    },
  };
}
