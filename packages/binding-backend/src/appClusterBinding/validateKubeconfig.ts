/** Validates the kubeconfig that an AppClusterBinding refers to; pure. */
import { conditionReasons, type AppClusterBinding } from '@klutch/bind-api';
import {
  KubeconfigRefusedError,
  sanitizeKubeConfig,
  type KubeConfigPolicy,
  type Secret,
} from '@klutch/kube';
import { kubeconfigOf } from '../tokens/kubeconfig';

/** A sanitized kubeconfig, or why there is none. */
export type KubeconfigValidation =
  | { ok: true; kubeconfig: string }
  | { ok: false; reason: string; message: string };

const invalid = (message: string): KubeconfigValidation => ({
  ok: false,
  reason: conditionReasons.kubeconfigSecretInvalid,
  message,
});

/**
 * Refuses a Secret of another namespace before it is read: permission to write AppClusterBindings in one namespace does
 * not imply access to the secrets of others. Undefined when the Secret may be read.
 */
export const validateSecretRef = ({
  metadata,
  spec,
}: AppClusterBinding): KubeconfigValidation | undefined =>
  spec.kubeconfigSecretRef.namespace === metadata.namespace
    ? undefined
    : invalid(
        `spec.kubeconfigSecretRef names a Secret in namespace ${spec.kubeconfigSecretRef.namespace}. Only a Secret in the namespace of the AppClusterBinding, ${metadata.namespace}, is used. Put the kubeconfig there and create the AppClusterBinding again; the reference is immutable.`,
      );

/** Validates the referenced Secret; the message quotes nothing of its content. */
export const validateKubeconfig = (
  { spec }: AppClusterBinding,
  secret: Secret | undefined,
  policy: KubeConfigPolicy,
  now: Date,
): KubeconfigValidation => {
  const { namespace, name, key } = spec.kubeconfigSecretRef;
  if (!secret) {
    return {
      ok: false,
      reason: conditionReasons.kubeconfigSecretNotFound,
      message: `Secret ${namespace}/${name} does not exist. Create it with the kubeconfig of the app cluster under the key ${key}.`,
    };
  }
  const content = kubeconfigOf(secret);
  if (!content) {
    return invalid(
      `Secret ${namespace}/${name} has nothing under the key ${key}. Put the kubeconfig of the app cluster there.`,
    );
  }
  try {
    const { kubeconfig } = sanitizeKubeConfig(content, policy, now);
    return { ok: true, kubeconfig };
  } catch (error) {
    if (!(error instanceof KubeconfigRefusedError)) throw error;
    return invalid(
      `The kubeconfig in Secret ${namespace}/${name} cannot be used. ${error.explanation}`,
    );
  }
};
