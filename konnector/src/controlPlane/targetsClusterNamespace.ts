/** Does a binding lead to this cluster namespace? Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';
import type { SecretRef } from '../access/SecretRef';

/**
 * By its kubeconfig, or by where it has led before.
 * @param secretRef - of the kubeconfig that leads there.
 * @param uid - of the cluster namespace, once known: by it, bindings with another kubeconfig for the same are told.
 */
export const targetsClusterNamespace = (
  { metadata, spec }: APIServiceBinding,
  secretRef: Omit<SecretRef, 'key'>,
  uid: string | undefined,
): boolean =>
  (spec !== undefined && idOf(spec.kubeconfigSecretRef) === idOf(secretRef)) ||
  (uid !== undefined &&
    metadata.annotations?.[annotations.providerNamespaceUid] === uid);
