/** Tells the control plane that this konnector lives, and takes the kubeconfig home when the control plane rotates it. */
import {
  clusterBindingResource,
  conditionReasons as reasons,
  fieldManagers,
  names,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  createController,
  isConflict,
  type Cache,
  type Controller,
  type KubeClient,
  type Logger,
  type Secret,
} from '@klutch/kube';
import type { AppCluster } from '../appCluster';
import { because, type Verdict } from '../bindings/planConditions';
import { readKubeconfigSecret } from '../bindings/kubeconfigSecret';
import { FreshView } from '../freshView';
import { SingleObjectWatches } from '../singleObjectWatches';
import { planHeartbeat } from './planHeartbeat';
import { planSecretCopy } from './planSecretCopy';

/** A beating heart. */
export interface Heartbeat {
  readonly controller: Controller;
  /** Does the heartbeat reach the control plane? Undefined before the first try. */
  readonly verdict: Verdict | undefined;
  /** Provider's name for people, once it is known. */
  readonly providerPrettyName: string | undefined;
}

/** A usable kubeconfig of the control plane, in base64, or why there is none; undefined while it is being read. */
type ProviderKubeconfig =
  | { kubeconfig: string }
  | { problem: { reason: string; message: string } }
  | undefined;

/** Makes the controller; who starts it decides when. */
export function createHeartbeat(options: {
  appCluster: AppCluster;
  /** Control plane. */
  client: KubeClient;
  clusterNamespace: string;
  clusterBindings: Cache<ClusterBinding>;
  /** The app cluster's kubeconfig secret of this connection. */
  secretRef: { namespace: string; name: string; key: string };
  /** Called when what the heartbeat says of itself changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
}): Heartbeat {
  const { appCluster, client, clusterNamespace, clusterBindings, secretRef } =
    options;
  const view = new FreshView<ClusterBinding>();
  const viewKey = `${clusterNamespace}/${names.clusterBinding}`;
  let verdict: Verdict | undefined;
  let providerPrettyName: string | undefined;

  const secrets = new SingleObjectWatches<Secret>({
    client,
    resource: core.secrets,
    signal: options.signal,
    logger: options.logger,
    changed: enqueue,
  });

  function readProviderSecret(binding: ClusterBinding): ProviderKubeconfig {
    const { name, key } = binding.spec.kubeconfigSecretRef;
    const found = secrets.observe({ namespace: clusterNamespace, name });
    if (!found.known) {
      return found.problem
        ? {
            problem: {
              reason: reasons.providerSecretInvalid,
              message: found.problem,
            },
          }
        : undefined;
    }
    const where = `Secret ${clusterNamespace}/${name} of the control plane`;
    const reading = readKubeconfigSecret(found.object, key, where);
    if (!reading.ok) {
      const { message } = reading;
      return {
        problem: found.object
          ? { reason: reasons.providerSecretInvalid, message }
          : { reason: reasons.providerSecretNotFound, message },
      };
    }
    return reading.value.namespace === clusterNamespace
      ? { kubeconfig: found.object?.data?.[key] ?? '' }
      : {
          problem: {
            reason: reasons.providerSecretInvalid,
            message: `${where} points to another cluster namespace; it is not used.`,
          },
        };
  }

  async function takeHome(kubeconfig: string): Promise<void> {
    const { namespace, name, key } = secretRef;
    const own = await appCluster.client.get(core.secrets, { namespace, name });
    const patch = own && planSecretCopy(own, key, kubeconfig);
    if (!patch) return;
    await appCluster.client.mergePatch(
      core.secrets,
      { namespace, name },
      patch,
      { fieldManager: fieldManagers.claimed },
    );
    options.logger.info(
      { secret: `${namespace}/${name}` },
      'took the rotated kubeconfig home',
    );
  }

  function conclude(next: Verdict): void {
    const before = JSON.stringify([verdict, providerPrettyName]);
    verdict = next;
    providerPrettyName = clusterBindings.get(viewKey)?.spec.providerPrettyName;
    if (JSON.stringify([verdict, providerPrettyName]) !== before) {
      options.changed();
    }
  }

  const controller = createController({
    name: 'heartbeat',
    logger: options.logger,
    concurrency: 1,
    watches: [{ cache: clusterBindings }],
    async reconcile(_key, context) {
      const cached = clusterBindings.get(viewKey);
      const { object: clusterBinding } = view.see(viewKey, cached);
      if (!clusterBinding) {
        conclude(
          because(
            reasons.clusterBindingUpdateFailed,
            `The ClusterBinding is missing in the cluster namespace ${clusterNamespace}. Bind again to create it.`,
            'Warning',
          ),
        );
        return;
      }
      const secret = readProviderSecret(clusterBinding);
      if (secret && 'kubeconfig' in secret) await takeHome(secret.kubeconfig);
      const { patch, againInMs } = planHeartbeat({
        clusterBinding,
        secret: secret && ('problem' in secret ? secret.problem : 'valid'),
        konnectorVersion: appCluster.konnectorVersion,
        ...appCluster.heartbeat,
        now: new Date(),
      });
      context.requeueAfter(againInMs);
      try {
        if (patch) {
          const written = await client.mergePatch<ClusterBinding>(
            clusterBindingResource,
            { namespace: clusterNamespace, name: names.clusterBinding },
            patch,
            { subresource: 'status', fieldManager: fieldManagers.status },
          );
          view.wrote(viewKey, cached, written);
        }
        conclude({ ok: true });
      } catch (error) {
        if (isConflict(error)) throw error;
        const why = error instanceof Error ? error.message : 'unknown reason';
        conclude(because(reasons.clusterBindingUpdateFailed, why, 'Warning'));
        throw error;
      }
    },
  });

  function enqueue(): void {
    controller.enqueue(names.clusterBinding);
  }

  return {
    controller,
    get verdict() {
      return verdict;
    },
    get providerPrettyName() {
      return providerPrettyName;
    },
  };
}
