/** Where the bindings are, and how the konnector reaches the app cluster. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { KubeClient, Logger, Resource } from '@klutch/kube';
import type { KubeConfig } from '../access/connect';
import type { SecretRef } from '../access/SecretRef';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import type { RemoteAccess } from './RemoteAccess';

/** Control-plane mode: konnector, bindings and Lease are on the control plane, and the app cluster is reached from there. */
export interface RemoteAppCluster {
  /** Access to the control plane, as the tenant of the cluster namespace. Rights: see `remoteKonnectorRoles`. */
  controlPlane: KubeConfig;
  /** Cluster namespace of the app cluster: `klutch-bind-<namespace>-<name>` of its AppClusterBinding. */
  clusterNamespace: string;
  /** Secret on the control plane with the kubeconfig of the app cluster; changes are picked up. */
  kubeconfigSecret: SecretRef;
}

export interface BindingLocation {
  resource: Resource<APIServiceBinding>;
  /** Undefined: in all namespaces. */
  namespace?: string;
}

/** The clusters of a konnector, without the control planes that its bindings target. */
export interface Topology {
  /**
   * The cluster with the bindings and their kubeconfig Secrets: the app cluster itself, or in control-plane mode the
   * control plane. Writes only while this process is the leader.
   */
  readonly bindingCluster: KubeClient;
  /**
   * Client of the app cluster, once the cluster has answered; writes only while this process is the leader. Never
   * rejects.
   */
  readonly appCluster: Promise<KubeClient>;
  /** Resolves once bindings can be read. Never rejects. */
  readonly bindings: Promise<BindingLocation>;
  /** In control-plane mode only. */
  readonly remote?: RemoteAccess;
  /** Rejects when the app cluster was replaced by another one, after which the konnector must stop. Never resolves. */
  readonly appClusterReplaced: Promise<never>;
  /** What startup waits for, as a message for the user. */
  readonly waitingFor: string | undefined;
  /**
   * Verifies another kubeconfig; resolves when the kubeconfig may be used.
   * @throws Error with a message for the user when the kubeconfig does not work, or targets another app cluster:
   *   then {@link Topology.appClusterReplaced} rejects.
   */
  verifyKubeconfig(kubeConfig: KubeConfig): Promise<void>;
  /** Switches to another kubeconfig for the same cluster. */
  reconnect(kubeConfig: KubeConfig): Promise<void>;
  /** Resolves when all connections are closed. */
  close(): Promise<void>;
}

/** Dependencies of every topology. */
export interface TopologyParts {
  /** Creates the clients, which the topology then guards by the leader election. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  leadership: ReplicaLeadership;
  /** Longest interval between identity checks of a cluster; milliseconds. */
  identityCheckMs: number;
  signal: AbortSignal;
  logger: Logger;
}
