/** Whether a binding targets a cluster namespace. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';
import type { SecretRef } from './SecretRef';

/**
 * Decides by the binding's kubeconfig, or by the recorded UID of its cluster namespace.
 * @param secretRef - of a kubeconfig for the cluster namespace.
 * @param uid - of the cluster namespace, once known; identifies bindings with another kubeconfig for the same
 *   cluster namespace.
 */
export const targetsClusterNamespace = (
  { metadata, spec }: APIServiceBinding,
  secretRef: Omit<SecretRef, 'key'>,
  uid: string | undefined,
): boolean =>
  (spec !== undefined && idOf(spec.kubeconfigSecretRef) === idOf(secretRef)) ||
  (uid !== undefined &&
    metadata.annotations?.[annotations.providerNamespaceUid] === uid);
