/** APIServiceBinding: an app cluster uses one exported API. */
import type { KubeObject } from '@klutch/kube';
import type { ClusterSecretKeyRef } from './clusterBinding';
import type { Condition } from './condition';
import type { AcceptablePermissionClaim } from './permissionClaim';

/**
 * On the app cluster, name `<plural>.<group>`; namespaced (in `klutch-bind`) since after v1.5.0, cluster-scoped before.
 * Written by whoever binds, status by the konnector.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiservicebindings.yaml`.
 */
export interface APIServiceBinding extends KubeObject {
  /** The schema does not require it; a binding without it is reported, never acted on. */
  spec?: {
    /** The kubeconfig to the control plane; its context's namespace is the cluster namespace. Immutable as long as it stays set: `spec` may be taken away. */
    kubeconfigSecretRef: ClusterSecretKeyRef;
    /** Claims with the answer of whoever bound; only accepted ones are synced. */
    permissionClaims?: AcceptablePermissionClaim[];
  };
  /** How it stands. */
  status?: {
    /** Provider's name for people, from the ClusterBinding. */
    providerPrettyName?: string;
    /** `SecretValid`, `InformersSynced`, `Heartbeating`, `Connected`, `SchemaInSync`, `Ready`. */
    conditions?: Condition[] | null;
  };
}
