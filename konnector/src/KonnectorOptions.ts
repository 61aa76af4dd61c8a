/** Options, health and handle of a konnector process. */
import type { Logger } from '@klutch/kube';
import type { Connect, KubeConfig } from './access/connect';
import type { DeletionLimits } from './deletion/breaker/planBreaker';
import type { KonnectorMetrics } from './metrics/KonnectorMetrics';
import type { KonnectorLease } from './leaderElection/ReplicaLeadership';
import type { Shard } from './leaderElection/shard';
import type { RemoteAppCluster } from './topology/Topology';

/** Options to start a konnector. */
export interface KonnectorOptions {
  /**
   * Access to the app cluster, with the rights of `konnectorRoles`. For control-plane mode: access to the control plane
   * cluster and the location of the app cluster's kubeconfig there; the Lease is on the control plane cluster, too.
   */
  appCluster: KubeConfig | RemoteAppCluster;
  /** Stops the konnector; writes in progress are finished. */
  signal: AbortSignal;
  /** Default: level info and above as JSON lines on standard output. */
  logger?: Logger;
  /**
   * Lease shared by all processes for this app cluster: the leader writes, the standby replicas keep their caches
   * current. Default: none, and the caller ensures that only one process runs.
   */
  lease?: KonnectorLease;
  /**
   * Heartbeat period (`tickMs`, default 150 000) and the interval announced to
   * the control plane (`intervalMs`, default 300 000); milliseconds.
   */
  heartbeat?: { tickMs: number; intervalMs: number };
  /**
   * Copies that a binding may delete within a window without an operator's approval. Default: 5, or 10 % of the
   * binding's copies if that is more, within 10 minutes.
   */
  deletionLimits?: DeletionLimits;
  /**
   * Creates the clients of the app cluster and of the control plane clusters. Default: `createClient` of `@klutch/kube`
   * with one rate limiter per cluster. Tests inject faults here.
   */
  connect?: Connect;
  /** Client-side rate limit per cluster. Default: 500 requests a second (`qps`), bursts of 1000 (`burst`). */
  rate?: { qps: number; burst: number };
  /**
   * Concurrent reconciles of objects of bound APIs, from 1 to 10 000; default
   * 32. Claimed objects get a quarter of this number, at least 1.
   */
  concurrency?: number;
  /**
   * The shard of bindings that this process reconciles; its Lease is then named
   * `<name>-<index>-of-<of>`. Default: all bindings.
   */
  shard?: Shard;
  /** Resync period of every object; milliseconds, at most 24 days; default 10 hours. */
  resyncMs?: number;
  /** Metrics of the konnector, see `createKonnectorMetrics`. Default: none. */
  metrics?: KonnectorMetrics;
}

/** State for health probes. */
export interface KonnectorHealth {
  /** Every binding is synced or has a condition that gives the reason. Standby replicas become ready, too. */
  ready: boolean;
  /** Reason why the konnector is not ready; undefined when ready. */
  waitingFor?: string;
  /** Reason why only a restart helps; undefined when none is needed. */
  stuck?: string;
}

/** A running konnector. */
export interface Konnector {
  health(): KonnectorHealth;
  /**
   * Switches to another kubeconfig for the same app cluster without losing watches. A kubeconfig of a different app
   * cluster stops the konnector: {@link Konnector.stopped} rejects.
   * @throws Error with a message for operators when the kubeconfig cannot be used; the previous one stays in use.
   */
  reconnect(kubeConfig: KubeConfig): Promise<void>;
  /**
   * Resolves after the signal, once the last write has finished. Rejects when
   * the konnector gave up; then start a new one.
   */
  readonly stopped: Promise<void>;
}
