/** Options and interface of a syncer, which syncs one API. */
import type { Cache, KubeClient, Logger, Namespace } from '@klutch/kube';
import type { StartProviderCache } from '../providerCaches/ProviderCache';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { EventRecorder } from '../feedback/eventRecorder';
import type { Feedback } from '../feedback/objectCondition';
import type { IssueReports } from '../feedback/IssueCounters';
import type { Mapping } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { ReplicaLeadership } from '../leaderElection/ReplicaLeadership';
import type { Failure } from '../failure';
import type { Engine } from '../engine';
import type { SchemaShape } from './plan/model';

export interface SyncerOptions {
  /** Maps the API's synced version between both clusters. */
  mapping: Mapping;
  /** Watches the copies, as the control plane allows. */
  startProviderCache: StartProviderCache;
  /**
   * Name of the CRD, `<plural>.<group>`; also of the binding, and of the type
   * in the engine.
   */
  crdName: string;
  shape: SchemaShape;
  engine: Engine;
  leadership: ReplicaLeadership;
  consumerClient: KubeClient;
  /** Namespaces of the app cluster. */
  namespaces: Cache<Namespace>;
  providerClient: KubeClient;
  serviceNamespaces: ServiceNamespaces;
  breaker: Breaker;
  pins: ClusterPins;
  events: EventRecorder;
  /**
   * Called when a copy was deleted from the service namespace of this app
   * cluster namespace.
   */
  copyDeleted: (namespace: string) => void;
  /** Called when the state in {@link Syncer} may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}

/** A running syncer. */
export interface Syncer {
  /** Whether the cache of the app cluster's objects has synced. */
  readonly synced: boolean;
  /** Why no copies are created at all; undefined when they are. */
  readonly refusal: Feedback | undefined;
  /** Issues that the binding reports. */
  issueReports(): IssueReports;
  /** Why one of the clusters cannot be watched. */
  failure(): Failure | undefined;
  /**
   * To be called when the schema of the API changed on one of the clusters:
   * rejected objects may be accepted now.
   */
  schemaChanged(): void;
  /** Resolves when no write is running. */
  stop(): Promise<void>;
}
