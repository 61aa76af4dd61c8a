/** What all parts of the konnector share about the cluster they run for. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Cache, KubeClient, Logger, Namespace } from '@klutch/kube';
import type { KubeConfig } from './access/connect';
import type { DeletionLimits } from './deletion/breaker/planBreaker';
import type { EventRecorder } from './feedback/eventRecorder';
import type { KonnectorMetrics } from './metrics/KonnectorMetrics';
import type { LeaderElector } from './leaderElection/LeaderElector';
import type { Engine } from './engine';
import type { RemoteAccess } from './topology/RemoteAccess';

/** The app cluster as the parts see it. */
export interface AppCluster {
  /** Writes only while this process leads. */
  client: KubeClient;
  /** Has bindings and their kubeconfig secrets: the same client, but for control-plane mode. */
  bindingCluster: KubeClient;
  /** In control-plane mode only: bindings are on the control plane, and their secrets lead to the app cluster. */
  remote?: RemoteAccess;
  /** Makes the client of a control plane, for its opener to guard and to close. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  /** Whether this process does the work. */
  leaderElector: LeaderElector;
  /** The queue of all synced APIs; works while this process leads. */
  engine: Engine;
  /** The queue of all claimed types; works also while this process stands by. */
  claimEngine: Engine;
  /** UID of its `kube-system` namespace: stands for the cluster. */
  uid: string;
  namespaces: Cache<Namespace>;
  /** All of them; {@link AppCluster.isInShard} says which are this process's. */
  bindings: Cache<APIServiceBinding>;
  /** Whether a binding is in the share of this process; always, when there is no other. */
  isInShard: (binding: APIServiceBinding) => boolean;
  events: EventRecorder;
  logger: Logger;
  /** Absent: nobody wants to know. */
  metrics?: KonnectorMetrics;
  /** `v1.2.3` */
  konnectorVersion: string;
  /** How often the konnector beats, and what it promises; milliseconds. */
  heartbeat: { tickMs: number; intervalMs: number };
  /** What a binding may delete without approval. */
  deletionLimits: DeletionLimits;
}

/** Names of the indexes of {@link AppCluster.bindings}. */
export const bindingIndexes = {
  /** `namespace/name` of the kubeconfig secret. */
  secret: 'secret',
  /** Name of the binding: the API. */
  api: 'api',
} as const;
