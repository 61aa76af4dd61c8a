/** The konnector's metrics. Label values are limited to APIs, kinds of writes, sides and outcomes; never objects. */
import type { KubeMetrics } from '@klutch/kube';

/** Writes of the sync, by purpose. */
export type SyncWrite =
  | 'ensure-finalizer'
  | 'create-copy'
  | 'apply-copy'
  | 'take-over'
  | 'adopt-origin'
  | 'adopt-released'
  | 'status'
  | 'delete'
  | 'remove-finalizer'
  | 'adopt';

/** The cluster that a write goes to: the control plane, or the app cluster. */
export type WriteSide = 'provider' | 'consumer';

/** Result of a write; `failed`: no answer, or an error that is worth a retry. */
export type WriteOutcome =
  | 'done'
  | 'conflict'
  | 'gone'
  | 'forbidden'
  | 'rejected'
  | 'failed';

/** `up`: from the app cluster to the control plane; `down`: status from the control plane. */
export type Direction = 'up' | 'down';

/** State of a connection to a control plane. */
export type ConnectionState =
  | 'connecting'
  | 'connected'
  | 'failing'
  | 'unauthorized';

/** Current values for one API. */
export interface ApiMetricValues {
  /** Objects on the app cluster. */
  objects: number;
  /** Copies without an object; undefined while unknown. */
  orphans: number | undefined;
}

/** Current values for one connection to a control plane. */
export interface ConnectionMetricValues {
  state: ConnectionState;
  /** Seconds since a heartbeat reached the control plane; undefined before the first. */
  heartbeatAge: number | undefined;
}

/** Current values for all bindings. */
export interface BindingMetricValues {
  /** Number of bindings by the status of the condition `Ready`. */
  ready: Record<'True' | 'False' | 'Unknown', number>;
  /** Number of bindings whose deletions the breaker pauses. */
  paused: number;
}

/** Gauges whose values are read at each scrape; each method returns a function that unregisters the callback. */
export interface ObservableGauges {
  /** `klutch_konnector_objects`, `klutch_konnector_orphaned_copies`. `api` is `<plural>.<group>`. */
  api(api: string, observe: () => ApiMetricValues): () => void;
  /** `klutch_konnector_control_planes`, and `klutch_konnector_heartbeat_age_seconds`: the oldest of several. */
  connection(observe: () => ConnectionMetricValues): () => void;
  /** `klutch_konnector_bindings`, `klutch_konnector_bindings_paused`. */
  bindings(observe: () => BindingMetricValues): () => void;
}

/** Metrics of a konnector and of `@klutch/kube` in its process. */
export interface KonnectorMetrics extends KubeMetrics {
  /** `klutch_konnector_writes_total`: counts an answered write of the sync. */
  wrote(
    api: string,
    write: SyncWrite,
    side: WriteSide,
    outcome: WriteOutcome,
  ): void;
  /** `klutch_konnector_sync_seconds`: from observing a change until it was written to the other cluster. */
  synced(api: string, direction: Direction, seconds: number): void;
  /** See {@link ObservableGauges}. */
  gauges: ObservableGauges;
}
