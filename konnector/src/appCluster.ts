/** Dependencies and settings that all parts of the konnector share for its app cluster. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { Cache, KubeClient, Logger, Namespace } from '@klutch/kube';
import type { KubeConfig } from './access/connect';
import type { DeletionLimits } from './deletion/breaker/planBreaker';
import type { EventRecorder } from './feedback/eventRecorder';
import type { KonnectorMetrics } from './metrics/KonnectorMetrics';
import type { ReplicaLeadership } from './leaderElection/ReplicaLeadership';
import type { Engine } from './engine';
import type { RemoteAccess } from './topology/RemoteAccess';

export interface AppCluster {
  /** Writes only while this process is the leader. */
  client: KubeClient;
  /** Client for bindings and their kubeconfig Secrets: same as `client`, except in control-plane mode. */
  bindingCluster: KubeClient;
  /**
   * Set in control-plane mode only: bindings are on the control plane cluster,
   * and their Secrets hold kubeconfigs of the app cluster.
   */
  remote?: RemoteAccess;
  /** Creates the client of a control plane cluster; the caller guards and closes it. */
  connect: (kubeConfig: KubeConfig) => KubeClient;
  leadership: ReplicaLeadership;
  /** The work queue of all synced APIs; runs while this process is the leader. */
  engine: Engine;
  /** The work queue of all claimed types; runs on standby replicas, too. */
  claimEngine: Engine;
  /** UID of the `kube-system` namespace, which identifies the app cluster. */
  uid: string;
  namespaces: Cache<Namespace>;
  /** Bindings of all shards; {@link AppCluster.isInShard} selects this process's. */
  bindings: Cache<APIServiceBinding>;
  /** Whether a binding is in this process's shard; always true without sharding. */
  isInShard: (binding: APIServiceBinding) => boolean;
  events: EventRecorder;
  logger: Logger;
  /** Default: no metrics. */
  metrics?: KonnectorMetrics;
  /** Heartbeat period and announced interval; milliseconds. */
  heartbeat: { tickMs: number; intervalMs: number };
  /** Deletions that a binding may do without approval. */
  deletionLimits: DeletionLimits;
}
