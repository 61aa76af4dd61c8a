/** ClusterBinding: represents one app cluster on the control plane cluster. */
import type { KubeObject } from '@klutch/kube';
import type { Condition } from './condition';

/** Reference to a kubeconfig in a Secret of the same namespace. */
export interface LocalSecretKeyRef {
  /** Name of the Secret. */
  name: string;
  /** Data key; always the same. */
  key: 'kubeconfig';
}

/** Reference to a kubeconfig in a Secret of any namespace. */
export interface ClusterSecretKeyRef extends LocalSecretKeyRef {
  /** Namespace of the Secret. */
  namespace: string;
}

/**
 * Singleton named `cluster` in each cluster namespace. Spec written by the backend, heartbeat by the konnector.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_clusterbindings.yaml`.
 */
export interface ClusterBinding extends KubeObject {
  /** Desired state; written by the backend. */
  spec: {
    /** Kubeconfig of this app cluster's konnector, which copies it to the app cluster on every change. Immutable. */
    kubeconfigSecretRef: LocalSecretKeyRef;
    /** Human-readable name of the provider. */
    providerPrettyName: string;
    /** Free-form, for the provider's own use. */
    serviceProviderSpec?: Record<string, unknown>;
  };
  /** Heartbeat and conditions. */
  status?: {
    /** RFC 3339, whole seconds; written by the konnector. Go writes null before the first one. */
    lastHeartbeatTime?: string | null;
    /** Go duration such as `5m0s`; the backend reports the konnector as lost after twice this time. `0s` means not set. */
    heartbeatInterval?: string;
    /** Version of the konnector. */
    konnectorVersion?: string;
    /** `Healthy` (backend), `SecretValid`, `ValidVersion` (konnector), `Ready` (both). */
    conditions?: Condition[] | null;
  };
}
