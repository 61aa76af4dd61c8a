/** Whether a binding targets a cluster namespace. Pure. */
import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { secretRefId, type SecretRef } from './SecretRef';

/**
 * Decides by the binding's kubeconfig, or by the recorded UID of its cluster namespace.
 * @param uid - of the cluster namespace; identifies bindings with another kubeconfig for the same cluster namespace.
 * @param secretRefs - of kubeconfigs for the cluster namespace.
 */
export const targetsClusterNamespace = (
  { metadata, spec }: APIServiceBinding,
  uid: string,
  secretRefs: readonly SecretRef[],
): boolean =>
  metadata.annotations?.[annotations.providerNamespaceUid] === uid ||
  (spec !== undefined &&
    secretRefs
      .map(secretRefId)
      .includes(secretRefId(spec.kubeconfigSecretRef)));
