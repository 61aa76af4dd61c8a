/** The kubeconfig secret of the control plane, which the ClusterBinding names: what a rotation puts into it comes home. */
import {
  conditionReasons as reasons,
  type ClusterBinding,
} from '@klutch/bind-api';
import { core, type KubeClient, type Logger, type Secret } from '@klutch/kube';
import { readKubeconfigSecret } from '../bindings/kubeconfigSecret';
import { SingleObjectWatches } from '../singleObjectWatches';

/** A usable kubeconfig of the control plane, in base64, or why there is none; undefined while it is being read. */
export type ProviderKubeconfig =
  | { kubeconfig: string }
  | { problem: { reason: string; message: string } }
  | undefined;

const invalid = (message: string): ProviderKubeconfig => ({
  problem: { reason: reasons.providerSecretInvalid, message },
});

/** Follows the secret in one cluster namespace. */
export class ProviderSecrets {
  private readonly secrets: SingleObjectWatches<Secret>;

  /** @param options.changed - called when the secret changed. */
  constructor(
    private readonly options: {
      client: KubeClient;
      clusterNamespace: string;
      changed: () => void;
      signal: AbortSignal;
      logger: Logger;
    },
  ) {
    this.secrets = new SingleObjectWatches({
      ...options,
      resource: core.secrets,
    });
  }

  /** What the secret of a ClusterBinding holds. */
  read(binding: ClusterBinding): ProviderKubeconfig {
    const { clusterNamespace } = this.options;
    const { name, key } = binding.spec.kubeconfigSecretRef;
    const found = this.secrets.observe({ namespace: clusterNamespace, name });
    if (!found.known) {
      const { problem } = found;
      return problem ? invalid(problem) : undefined;
    }
    const where = `Secret ${clusterNamespace}/${name} of the control plane`;
    const reading = readKubeconfigSecret(found.object, key, where);
    if (!reading.ok) {
      return found.object
        ? invalid(reading.message)
        : {
            problem: {
              reason: reasons.providerSecretNotFound,
              message: reading.message,
            },
          };
    }
    return reading.value.namespace === clusterNamespace
      ? { kubeconfig: found.object?.data?.[key] ?? '' }
      : invalid(
          `${where} points to another cluster namespace; it is not used.`,
        );
  }
}
