/** A control plane as bindings see it. */
import type { APIServiceExport } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import type { RelatedObjects } from '../claims/relatedObjects';
import type { Heartbeat } from '../heartbeat/heartbeat';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { Failure } from '../failure';
import type { UsableKubeconfig } from '../access/kubeconfigSecret';
import type { Rotation } from '../access/rotation';
import type { CheckedCache } from '../checkedCache';

/** What is known once the control plane has answered. */
export interface ReadyControlPlane {
  /** UID of the cluster namespace: the only thing of the control plane that its identity can be told by. */
  providerNamespaceUid: string;
  /** What permission claims bring down. */
  relatedObjects: RelatedObjects;
}

/** One connection to a control plane, as bindings use it: everything that depends on one kubeconfig. */
export interface ControlPlane {
  /** Namespace of this app cluster on the control plane. */
  readonly clusterNamespace: string;
  /** The kubeconfig in use, and whether a newer one waits; see {@link ControlPlane.offer}. */
  readonly kubeconfig: Pick<Rotation, 'inUse' | 'refused'>;
  /** Acts as this app cluster's tenant; writes only while this process leads. */
  readonly client: KubeClient;
  /** The APIs that the control plane exports to this app cluster. */
  readonly exports: CheckedCache<APIServiceExport>;
  /** Which namespace of the app cluster has which service namespace. */
  readonly serviceNamespaces: ServiceNamespaces;
  /** Tells the control plane that this konnector lives. */
  readonly heartbeat: Heartbeat;
  /** UID of the cluster namespace and what needs it; undefined until the control plane has answered. */
  readonly ready: ReadyControlPlane | undefined;
  /** What keeps it from following the control plane. */
  failure(): Failure | undefined;
  /** The control plane refuses the credentials of the kubeconfig in use. */
  unauthorized(): Failure | undefined;
  /**
   * Goes on with another kubeconfig for the same cluster namespace, once that has proved to work and to lead to the same
   * control plane; watches resume. False: nothing is known of the control plane yet, so there is nothing to go on with.
   */
  offer(kubeconfig: UsableKubeconfig): boolean;
  /** Aborts when the connection ends; everything that uses it ends then too. */
  readonly signal: AbortSignal;
  /** A copy has gone from the service namespace of this app cluster namespace. */
  copyDeleted(namespace: string): void;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}
