/** What the pairs of all types share that are synced over one connection to a control plane. */
import type { Cache, KubeClient, Logger, Namespace } from '@klutch/kube';
import type { Engine } from '../engine';
import type { EventRecorder } from '../feedback/eventRecorder';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { ServiceNamespaces } from '../namespaces/ServiceNamespaces';

export interface PairContext {
  consumerClient: KubeClient;
  providerClient: KubeClient;
  /** Namespaces of the app cluster. */
  namespaces: Cache<Namespace>;
  serviceNamespaces: ServiceNamespaces;
  /** Events on objects of the app cluster. */
  events: EventRecorder;
  /** The work queue. */
  engine: Engine;
  leadership: ReplicaLeadership;
  /** Called with a namespace of the app cluster when an object was deleted from its service namespace. */
  copyDeleted: (namespace: string) => void;
  /** Called when the state or the reports of a type may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}
