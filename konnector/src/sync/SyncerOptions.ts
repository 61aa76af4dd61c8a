/** What syncs one API, and what it needs. */
import type { Cache, KubeClient, Logger, Namespace } from '@klutch/kube';
import type { WatchCopies } from '../copies/ProviderObjects';
import type { Breaker } from '../deletion/breaker/Breaker';
import type { EventRecorder } from '../feedback/eventRecorder';
import type { Feedback } from '../feedback/objectCondition';
import type { IssueReports } from '../feedback/IssueCounters';
import type { Mapping } from '../mapping/Mapping';
import type { ClusterPins } from '../markers';
import type { KonnectorMetrics } from '../metrics/KonnectorMetrics';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import type { LeaderElector } from '../leaderElection/LeaderElector';
import type { Failure } from '../failure';
import type { Engine } from '../engine';
import type { SchemaShape } from './plan/model';

/** What a syncer needs. */
export interface SyncerOptions {
  /** The synced version of the API on both clusters. */
  mapping: Mapping;
  /** Follows the copies, as the control plane allows. */
  watchCopies: WatchCopies;
  /** Name of the CRD, `<plural>.<group>`; also the binding's, and its name in the engine. */
  crdName: string;
  shape: SchemaShape;
  engine: Engine;
  leaderElector: LeaderElector;
  consumerClient: KubeClient;
  /** Of the app cluster. */
  namespaces: Cache<Namespace>;
  providerClient: KubeClient;
  serviceNamespaces: ServiceNamespaces;
  breaker: Breaker;
  pins: ClusterPins;
  events: EventRecorder;
  /** A copy has gone from the service namespace of this app cluster namespace. */
  copyDeleted: (namespace: string) => void;
  /** Called when what {@link Syncer} says may have changed. */
  changed: () => void;
  signal: AbortSignal;
  logger: Logger;
  metrics?: KonnectorMetrics;
}

/** A running syncer. */
export interface Syncer {
  /** The objects of the app cluster are known. */
  readonly synced: boolean;
  /** Why it makes no copies at all; undefined when it does. */
  readonly refusal: Feedback | undefined;
  /** What the binding tells of. */
  issueReports(): IssueReports;
  /** What keeps it from following one of the clusters. */
  failure(): Failure | undefined;
  /** The schema of the API changed on one of the clusters: what was rejected may be accepted now. */
  schemaChanged(): void;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}
