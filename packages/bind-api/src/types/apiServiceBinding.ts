/** APIServiceBinding: an app cluster uses one exported API. */
import type { KubeObject } from '@klutch/kube';
import type { ClusterSecretKeyRef } from './clusterBinding';
import type { Condition } from './condition';
import type { AcceptablePermissionClaim } from './permissionClaim';

/**
 * On the app cluster, name `<plural>.<group>`; cluster-scoped up to v1.5.0, in the namespace `klutch-bind` since then.
 * Spec written by the user or tool that binds, status by the konnector.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiservicebindings.yaml`.
 */
export interface APIServiceBinding extends KubeObject {
  /** Optional in the schema; a binding without a spec is reported, but not reconciled. */
  spec?: {
    /**
     * Kubeconfig for the control plane cluster; its context's namespace is the cluster namespace. Immutable while set;
     * the whole `spec` may be removed.
     */
    kubeconfigSecretRef: ClusterSecretKeyRef;
    /** Claims with their acceptance state; only accepted claims are synced. */
    permissionClaims?: AcceptablePermissionClaim[];
  };
  /** Observed state. */
  status?: {
    /** Human-readable name of the provider, from the ClusterBinding. */
    providerPrettyName?: string;
    /** `SecretValid`, `InformersSynced`, `Heartbeating`, `Connected`, `SchemaInSync`, `Ready`. */
    conditions?: Condition[] | null;
  };
}
