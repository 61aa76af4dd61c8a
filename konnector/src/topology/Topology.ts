/** Which cluster has what: where the bindings are, and how the konnector gets to the app cluster. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { KubeClient, Logger, Resource } from '@klutch/kube';
import type { KubeConfig } from '../access/connect';
import type { SecretRef } from '../access/SecretRef';
import type { LeaderElector } from '../leaderElection/LeaderElector';
import type { RemoteAccess } from './RemoteAccess';

/** Control-plane mode: konnector, bindings and Lease are on the control plane, and the app cluster is reached from there. */
export interface RemoteAppCluster {
  /** Access to the control plane, as the tenant of the cluster namespace. Rights: see `remoteKonnectorRoles`. */
  controlPlane: KubeConfig;
  /** Cluster namespace of the app cluster: `klutch-bind-<namespace>-<name>` of its AppClusterBinding. */
  clusterNamespace: string;
  /** Secret on the control plane with the kubeconfig of the app cluster; followed when it changes. */
  kubeconfigSecret: SecretRef;
}

/** Where bindings are. */
export interface BindingLocation {
  resource: Resource<APIServiceBinding>;
  /** Undefined: in all namespaces. */
  namespace?: string;
}

/** The clusters a konnector works with, apart from the control planes that its bindings lead to. */
export interface Topology {
  /**
   * Has bindings and their kubeconfig secrets: the app cluster itself, or in control-plane mode the control plane.
   * Writes only while this process leads.
   */
  readonly bindingCluster: KubeClient;
  /** The app cluster, once it can be asked; likewise guarded. Never rejects. */
  readonly appCluster: Promise<KubeClient>;
  /** Once bindings can be read. Never rejects. */
  readonly bindings: Promise<BindingLocation>;
  /** In control-plane mode only. */
  readonly remote?: RemoteAccess;
  /** Rejects when the app cluster has become another one: nothing may go on. Never resolves. */
  readonly appClusterReplaced: Promise<never>;
  /** What it waits for, in words. */
  readonly waitingFor: string | undefined;
  /**
   * Asks with another kubeconfig; resolves when it may be taken into use.
   * @throws Error in words when it does not work, or leads to another app cluster: then {@link Topology.appClusterReplaced} rejects.
   */
  verifyKubeconfig(kubeConfig: KubeConfig): Promise<void>;
  /** Goes on with another kubeconfig for the cluster that the konnector was started with. */
  reconnect(kubeConfig: KubeConfig): Promise<void>;
  /** Resolves when all its connections are closed. */
  close(): Promise<void>;
}

/** What every topology is made of. */
export interface TopologyParts {
  /** Makes the clients; they are guarded here. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  leaderElector: LeaderElector;
  /** How often to ask whether a cluster is still the same, at least; milliseconds. */
  checkIntervalMs: number;
  signal: AbortSignal;
  logger: Logger;
}
