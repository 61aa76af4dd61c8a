/** The interface of control-plane mode for bindings. */
import type { ConditionResult } from '../conditions/conditionResult';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import type { KubeConfig } from '../access/connect';
import type { SecretRef } from '../access/SecretRef';
import type { Failure } from '../failure';

/** The watched kubeconfig of the app cluster. */
export interface AppClusterAccess {
  /** The Secret on the control plane. */
  readonly secretRef: SecretRef;
  readonly secretValid: ConditionResult;
  /** Whether the Secret was deleted. Nothing is synced then; bindings can still be finalized. */
  readonly isGone: boolean;
  /** The kubeconfig in use. */
  readonly inUse: KubeConfig;
  /** Set when the app cluster refuses the credentials in use. */
  unauthorized(): Failure | undefined;
}

/** Both connections of a konnector in control-plane mode. */
export interface RemoteAccess {
  readonly appCluster: AppClusterAccess;
  /** The konnector's own kubeconfig for the cluster namespace on the control plane. */
  readonly controlPlane: UsableKubeconfig;
  /** Sets the listener for changes of either access; replaces an earlier listener. */
  onChange(listener: () => void): void;
}
