/** AppClusterBinding: binds an app cluster from the control plane cluster, with a kubeconfig for the app cluster. */
import type { KubeObject } from '@klutch/kube';
import type { ClusterSecretKeyRef } from './clusterBinding';
import type { Condition } from './condition';
import type { ContainerOverrides } from './containerOverrides';

/** One API that is bound for an app cluster. */
export interface AppClusterBindingExport {
  /** API group, `''` for the core group. Default `''`. */
  group?: string;
  /** Lower-case plural resource name. */
  resource: string;
}

/** How the konnector of an app cluster runs on the control plane. */
export interface AppClusterBindingKonnector {
  /** Run the konnector as a Deployment in the cluster namespace. Default false: it is deployed separately. */
  deploy?: boolean;
  /** Overrides of the konnector's container. */
  overrides?: ContainerOverrides;
}

/**
 * On the control plane, any namespace; for control-plane mode, where konnector and bindings are on the control plane.
 * Spec written by an operator, status by the backend. Not part of v1.5.0.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_appclusterbindings.yaml`.
 */
export interface AppClusterBinding extends KubeObject {
  /** Desired state. */
  spec: {
    /** Kubeconfig for the app cluster; its context needs no namespace. Immutable. */
    kubeconfigSecretRef: ClusterSecretKeyRef;
    /** The APIs to bind; each needs an export template. */
    apiExports?: AppClusterBindingExport[];
    /** The app cluster's konnector. */
    konnector?: AppClusterBindingKonnector;
  };
  /** Observed state. */
  status?: {
    /** `SecretValid`, `KonnectorDeployed`, `Ready`. */
    conditions?: Condition[] | null;
  };
}
