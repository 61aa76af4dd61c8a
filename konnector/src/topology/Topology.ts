/** Which cluster has what: where the bindings are, and how the konnector gets to the app cluster. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { KubeClient, Logger, Resource } from '@klutch/kube';
import type { KubeConfig } from '../controlPlane/connect';
import type { Duty } from '../running/leadership';

/** Where bindings are. */
export interface BindingPlace {
  resource: Resource<APIServiceBinding>;
  /** Undefined: in all namespaces. */
  namespace?: string;
}

/** The clusters a konnector works with, apart from the control planes that its bindings lead to. */
export interface Topology {
  /**
   * Has bindings and their kubeconfig secrets: the app cluster itself, or in control-plane mode the control plane.
   * Writes only while this process is on duty.
   */
  readonly bindingCluster: KubeClient;
  /** The app cluster, once it can be asked; likewise guarded. Never rejects. */
  readonly appCluster: Promise<KubeClient>;
  /** Once bindings can be read. Never rejects. */
  readonly bindings: Promise<BindingPlace>;
  /** What it waits for, in words. */
  readonly waitsFor: string | undefined;
  /** Goes on with another kubeconfig for the cluster that the konnector was started with. */
  reconnect(kubeConfig: KubeConfig): Promise<void>;
  /** Resolves when all its connections are closed. */
  close(): Promise<void>;
}

/** What every topology is made of. */
export interface TopologyParts {
  /** Makes the clients; they are guarded here. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  duty: Duty;
  signal: AbortSignal;
  logger: Logger;
}
