/** Reads the kubeconfig Secret on the control plane that the ClusterBinding names; a rotation updates this Secret. */
import {
  conditionReasons as reasons,
  type ClusterBinding,
} from '@klutch/bind-api';
import { core, type KubeClient, type Secret } from '@klutch/kube';
import {
  readKubeconfigSecret,
  type UsableKubeconfig,
} from '../access/kubeconfigSecret';

export interface OfferedKubeconfig extends UsableKubeconfig {
  /** The Secret's value, in base64. */
  encoded: string;
  /** Name of the Secret for messages. */
  where: string;
}

/** Why the control plane's Secret is invalid, as reason and message of a condition. */
export interface SecretProblem {
  reason: string;
  message: string;
}

/** Whether the control plane's Secret is valid. */
export type SecretStatus = 'valid' | SecretProblem;

/** Result for an existing but invalid Secret. */
export const invalidSecret = (message: string): SecretProblem => ({
  reason: reasons.providerSecretInvalid,
  message,
});

/** Name of a ClusterBinding's Secret for messages. */
export const providerSecretName = (
  clusterNamespace: string,
  { spec }: ClusterBinding,
): string =>
  `Secret ${clusterNamespace}/${spec.kubeconfigSecretRef.name} of the control plane`;

/**
 * Reads the Secret of a ClusterBinding by name. Without the rights to list or watch Secrets, a stolen token of the
 * konnector reveals no kubeconfig issued after the token's expiry.
 * @throws when the Secret cannot be read.
 */
export async function readProviderSecret(
  client: Pick<KubeClient, 'get'>,
  clusterNamespace: string,
  binding: ClusterBinding,
  signal: AbortSignal,
): Promise<OfferedKubeconfig | SecretProblem> {
  const { name, key } = binding.spec.kubeconfigSecretRef;
  const where = providerSecretName(clusterNamespace, binding);
  const secret: Secret | undefined = await client.get(
    core.secrets,
    { namespace: clusterNamespace, name },
    { signal },
  );
  if (secret && !secret.data?.[key]) {
    return invalidSecret(
      `${where} has no token: it was revoked, or is being replaced. If this stays for more than a minute, bind again.`,
    );
  }
  const reading = readKubeconfigSecret(secret, key, where);
  if (!reading.ok) {
    const { message } = reading;
    return secret
      ? invalidSecret(message)
      : { reason: reasons.providerSecretNotFound, message };
  }
  const encoded = secret?.data?.[key] ?? '';
  return reading.value.namespace === clusterNamespace
    ? { ...reading.value, encoded, where }
    : invalidSecret(
        `${where} targets another cluster namespace and is not used.`,
      );
}
