/** AppClusterBinding: the control plane itself binds an app cluster, by a kubeconfig it was given. */
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
  /** Run it as a Deployment in the cluster namespace. Default false: somebody else runs it. */
  deploy?: boolean;
  /** What is different about its container. */
  overrides?: ContainerOverrides;
}

/**
 * On the control plane, any namespace; for control-plane mode, where konnector and bindings live on the control plane.
 * Written by an operator, status by the backend. Since after v1.5.0.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_appclusterbindings.yaml`.
 */
export interface AppClusterBinding extends KubeObject {
  /** What is wanted. */
  spec: {
    /** The kubeconfig to the app cluster; its context needs no namespace. Immutable. */
    kubeconfigSecretRef: ClusterSecretKeyRef;
    /** The APIs to bind; each needs an export template. */
    apiExports?: AppClusterBindingExport[];
    /** The app cluster's konnector. */
    konnector?: AppClusterBindingKonnector;
  };
  /** How it stands. */
  status?: {
    /** `SecretValid`, `KonnectorDeployed`, `Ready`. */
    conditions?: Condition[] | null;
  };
}
