/** What the pairs of all types share that are synced over one connection to a control plane. */
import type {
  Cache,
  Controller,
  KubeClient,
  Logger,
  Namespace,
} from '@klutch/kube';
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
  /** Takes namespaces of the app cluster from whose service namespace an object was deleted. */
  namespaceDeletion: Pick<Controller, 'enqueue'>;
  /** Called when the state or the reports of a type may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}
