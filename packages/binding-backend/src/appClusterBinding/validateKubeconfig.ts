/** Is the kubeconfig that an AppClusterBinding names one that may be used? Pure. */
import { conditionReasons, type AppClusterBinding } from '@klutch/bind-api';
import {
  KubeconfigRefusedError,
  sanitizeKubeConfig,
  type KubeConfigPolicy,
  type Secret,
} from '@klutch/kube';
import { kubeconfigOf } from '../tokens/kubeconfig';

/** A kubeconfig reduced to what is allowed in it, or why there is none. */
export type KubeconfigValidation =
  | { ok: true; kubeconfig: string }
  | { ok: false; reason: string; message: string };

const invalid = (message: string): KubeconfigValidation => ({
  ok: false,
  reason: conditionReasons.kubeconfigSecretInvalid,
  message,
});

/**
 * Refuses a Secret of another namespace before it is read: who may write AppClusterBindings in one namespace has not
 * thereby got the secrets of all others. Undefined when the Secret may be read.
 */
export const validateSecretRef = ({
  metadata,
  spec,
}: AppClusterBinding): KubeconfigValidation | undefined =>
  spec.kubeconfigSecretRef.namespace === metadata.namespace
    ? undefined
    : invalid(
        `spec.kubeconfigSecretRef names a Secret in namespace ${spec.kubeconfigSecretRef.namespace}. Only a Secret in the namespace of the AppClusterBinding, ${metadata.namespace}, is used. Put the kubeconfig there and create the AppClusterBinding anew; the reference cannot be changed.`,
      );

/** Judges the Secret that the reference leads to; nothing of its content is quoted. */
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
