/** The interface of a control plane connection for bindings. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import type { ClaimedTypes } from '../claims/ClaimedTypes';
import type { Heartbeat } from '../heartbeat/heartbeat';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';
import type { Failure } from '../failure';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import type { Rotation } from '../access/rotation';
import type { CheckedCache } from '../checkedCache';

/** Available once the control plane has answered. */
export interface ReadyControlPlane {
  /** UID of the cluster namespace, which is the only readable identity of the control plane. */
  providerNamespaceUid: string;
  /** Syncs the objects of permission claims. */
  claimedTypes: ClaimedTypes;
}

/** One connection to a control plane: everything that depends on one kubeconfig. */
export interface ControlPlane {
  /** Namespace of this app cluster on the control plane. */
  readonly clusterNamespace: string;
  /** The kubeconfig in use, and whether a newer one was refused; see {@link ControlPlane.offer}. */
  readonly kubeconfig: Pick<Rotation, 'inUse' | 'refused'>;
  /** Client of this app cluster's tenant; writes only while this process is the leader. */
  readonly client: KubeClient;
  /** The APIs that the control plane exports to this app cluster. */
  readonly exports: CheckedCache<APIServiceExport>;
  /** Maps namespaces of the app cluster to service namespaces. */
  readonly serviceNamespaces: ServiceNamespaces;
  /** Writes the konnector's heartbeat to the control plane. */
  readonly heartbeat: Heartbeat;
  /** UID of the cluster namespace and what needs it; undefined until the control plane has answered. */
  readonly ready: ReadyControlPlane | undefined;
  /** Why the control plane cannot be watched. */
  failure(): Failure | undefined;
  /** Set when the control plane refuses the credentials of the kubeconfig in use. */
  unauthorized(): Failure | undefined;
  /**
   * Switches to another kubeconfig for the same cluster namespace, once the kubeconfig is verified to work and to
   * target the same control plane; watches resume.
   * @returns false when the control plane has not answered yet, so that there is no connection to continue.
   */
  offer(kubeconfig: UsableKubeconfig): boolean;
  /** Aborts when the connection ends, and stops everything that uses the connection. */
  readonly signal: AbortSignal;
  /** Call when a copy was deleted from the service namespace of this app cluster namespace. */
  copyDeleted(namespace: string): void;
  /** Closes the connection; resolves when nothing is written any more. */
  stop(): Promise<void>;
}
