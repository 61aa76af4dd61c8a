/** The kubeconfig secret of the control plane, which the ClusterBinding names: what a rotation puts into it comes home. */
import {
  conditionReasons as reasons,
  type ClusterBinding,
} from '@klutch/bind-api';
import { core, type KubeClient, type Secret } from '@klutch/kube';
import {
  readKubeconfigSecret,
  type UsableKubeconfig,
} from '../access/kubeconfigSecret';

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

/** What the control plane offers, or why that is of no use. */
export type ProviderKubeconfig =
  { kubeconfig: OfferedKubeconfig } | { problem: SecretProblem };

/** A secret that is there and of no use. */
export const invalidSecret = (message: string): { problem: SecretProblem } => ({
  problem: { reason: reasons.providerSecretInvalid, message },
});

/** How to name the secret of a ClusterBinding in messages. */
export const providerSecretName = (
  clusterNamespace: string,
  { spec }: ClusterBinding,
): string =>
  `Secret ${clusterNamespace}/${spec.kubeconfigSecretRef.name} of the control plane`;

/**
 * What the secret of a ClusterBinding holds, read by its name: a konnector that may neither list nor watch Secrets there
 * shows whoever steals its token nothing that comes after the token's end.
 * @throws when it cannot be read
 */
export async function readProviderSecret(
  client: Pick<KubeClient, 'get'>,
  clusterNamespace: string,
  binding: ClusterBinding,
  signal: AbortSignal,
): Promise<ProviderKubeconfig> {
  const { name, key } = binding.spec.kubeconfigSecretRef;
  const where = providerSecretName(clusterNamespace, binding);
  const secret: Secret | undefined = await client.get(
    core.secrets,
    { namespace: clusterNamespace, name },
    { signal },
  );
  const reading = readKubeconfigSecret(secret, key, where);
  if (!reading.ok) {
    return secret
      ? invalidSecret(reading.message)
      : {
          problem: {
            reason: reasons.providerSecretNotFound,
            message: reading.message,
          },
        };
  }
  const encoded = secret?.data?.[key] ?? '';
  return reading.value.namespace === clusterNamespace
    ? { kubeconfig: { ...reading.value, encoded, where } }
    : invalidSecret(
        `${where} points to another cluster namespace; it is not used.`,
      );
}
