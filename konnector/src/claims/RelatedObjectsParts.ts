/** Dependencies of the sync of claimed objects. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type {
  Cache,
  KubeClient,
  Logger,
  Namespace,
  ObjectKey,
  Resource,
} from '@klutch/kube';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { Engine } from '../engine';
import type { EventRecorder } from '../feedback/eventRecorder';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';

/** Dependencies of the sync of the claimed objects of one cluster namespace. */
export interface RelatedObjectsParts {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  /** Namespaces of the app cluster. */
  namespaces: Cache<Namespace>;
  /** All bindings of the app cluster; objects of bound APIs are not synced by claims. */
  bindings: Cache<APIServiceBinding>;
  /** Name of the app cluster's namespace on the control plane. */
  clusterNamespace: string;
  serviceNamespaces: ServiceNamespaces;
  /** Pins without `formerCluster`, which bindings declare with their claims. */
  pins: Omit<ClusterPins, 'formerCluster'>;
  events: EventRecorder;
  /** The breaker of a binding; asked before anything is deleted on the control plane. */
  breakerOf: (binding: string) => Breaker;
  /** True for kubeconfig secrets of bindings, which nothing may overwrite. */
  isReserved: (resource: Resource, key: ObjectKey) => boolean;
  /** Called with an app cluster namespace when a claimed object was deleted from its service namespace. */
  copyDeleted: (namespace: string) => void;
  leadership: ReplicaLeadership;
  /** The work queue, which must be started already. */
  engine: Engine;
  /** Called when `RelatedObjects.status` or `RelatedObjects.issueReports` may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}
