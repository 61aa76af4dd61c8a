/** The kubeconfig secret of the control plane, which the ClusterBinding names: what a rotation puts into it comes home. */
import {
  conditionReasons as reasons,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  type KubeClient,
  type Logger,
  type Secret,
  type KubeMetrics,
} from '@klutch/kube';
import {
  readKubeconfigSecret,
  type UsableKubeconfig,
} from '../access/kubeconfigSecret';
import { SingleObjectWatches } from '../singleObjectWatches';

/** A kubeconfig that the control plane offers. */
export interface OfferedKubeconfig extends UsableKubeconfig {
  /** As the secret has it: base64. */
  encoded: string;
  /** How to name the secret in messages. */
  where: string;
}

/** Why the control plane's secret is of no use, as a condition says it. */
export interface SecretProblem {
  reason: string;
  message: string;
}

/** What the control plane offers, or why that is of no use; undefined while it is being read. */
export type ProviderKubeconfig =
  { kubeconfig: OfferedKubeconfig } | { problem: SecretProblem } | undefined;

/** A secret that is there and of no use. */
export const invalid = (message: string): { problem: SecretProblem } => ({
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
      metrics?: KubeMetrics;
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
    const encoded = found.object?.data?.[key] ?? '';
    return reading.value.namespace === clusterNamespace
      ? { kubeconfig: { ...reading.value, encoded, where } }
      : invalid(
          `${where} points to another cluster namespace; it is not used.`,
        );
  }
}
