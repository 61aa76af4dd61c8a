/** Does a binding lead to this cluster namespace? Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { idOf } from '../singleObjectWatches';
import type { SecretRef } from './ControlPlane';

/** By what the bindings of a cluster namespace are told. */
export interface ClusterNamespaceRef {
  /** Of the kubeconfig that leads there. */
  secretRef: Omit<SecretRef, 'key'>;
  /** UID of the cluster namespace, once known: by it, bindings with another kubeconfig for the same are told. */
  providerNamespaceUid: () => string | undefined;
}

/** By its kubeconfig, or by where it has led before. */
export function leadsTo(
  { metadata, spec }: APIServiceBinding,
  { secretRef, providerNamespaceUid }: ClusterNamespaceRef,
): boolean {
  if (spec && idOf(spec.kubeconfigSecretRef) === idOf(secretRef)) return true;
  const uid = providerNamespaceUid();
  return (
    uid !== undefined &&
    metadata.annotations?.[annotations.providerNamespaceUid] === uid
  );
}
