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

/** Dependencies of the claims of one cluster namespace. */
export interface RelatedObjectsParts {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  /** Of the app cluster. */
  namespaces: Cache<Namespace>;
  /** All bindings of the app cluster; objects of bound APIs are not synced by claims. */
  bindings: Cache<APIServiceBinding>;
  /** Of the app cluster. */
  clusterNamespace: string;
  serviceNamespaces: ServiceNamespaces;
  /** Pins without `formerCluster`, which bindings declare with their claims. */
  pins: Omit<ClusterPins, 'formerCluster'>;
  events: EventRecorder;
  /** The breaker of a binding; asked before anything is deleted on the control plane. */
  breakerOf: (binding: string) => Breaker;
  /** True for kubeconfig secrets of bindings, which nothing may overwrite. */
  isReserved: (resource: Resource, key: ObjectKey) => boolean;
  /** Called when a claimed object was deleted from the service namespace of this namespace. */
  copyDeleted: (namespace: string) => void;
  leadership: ReplicaLeadership;
  /** Already running. */
  engine: Engine;
  /** Called when `RelatedObjects.status` or `RelatedObjects.issueReports` may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}
