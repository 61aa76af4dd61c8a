/** Control-plane mode as bindings see it. */
import type { Verdict } from '../conditions/verdict';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import type { KubeConfig } from '../access/connect';
import type { SecretRef } from '../access/SecretRef';
import type { Failure } from '../failure';

/** The kubeconfig of the app cluster, as it is followed. */
export interface AppClusterAccess {
  /** Where it is, on the control plane. */
  readonly secretRef: SecretRef;
  /** What the secret is worth. */
  readonly secretValid: Verdict;
  /** The secret was deleted, so that nothing is to be synced; bindings can still be taken apart. */
  readonly isGone: boolean;
  /** The kubeconfig in use. */
  readonly inUse: KubeConfig;
  /** The app cluster refuses the credentials in use. */
  unauthorized(): Failure | undefined;
}

/** Both ways that a konnector in control-plane mode has. */
export interface RemoteAccess {
  /** To the app cluster. */
  readonly appCluster: AppClusterAccess;
  /** The konnector's own, to the cluster namespace on the control plane. */
  readonly controlPlane: UsableKubeconfig;
  /** Hears whenever something about them changed. One at a time. */
  onChange(listener: () => void): void;
}
