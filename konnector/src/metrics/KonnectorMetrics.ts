/** What the konnector measures of its own work. Labels are few: APIs, kinds of writes, sides, outcomes; never objects. */
import type { KubeMetrics } from '@klutch/kube';

/** Writes of the sync, by what they are for. */
export type SyncWrite =
  | 'ensure-finalizer'
  | 'create-copy'
  | 'apply-copy'
  | 'take-over'
  | 'claim-origin'
  | 'claim-released'
  | 'status'
  | 'delete'
  | 'remove-finalizer'
  | 'adopt';

/** The cluster that a write goes to: the control plane, or the app cluster. */
export type WriteSide = 'provider' | 'consumer';

/** What the API server made of a write; `failed`: no answer, or one that is worth repeating. */
export type WriteOutcome =
  'done' | 'conflict' | 'gone' | 'forbidden' | 'rejected' | 'failed';

/** `up`: from the app cluster to the control plane; `down`: a status on its way back. */
export type Direction = 'up' | 'down';

/** How a connection to a control plane stands. */
export type ConnectionState =
  'connecting' | 'connected' | 'failing' | 'unauthorized';

/** Figures of one API, at the moment they are asked for. */
export interface ApiMetricValues {
  /** Objects on the app cluster. */
  objects: number;
  /** Copies without an object; undefined as long as that is not known. */
  orphans: number | undefined;
}

/** Figures of one connection to a control plane. */
export interface ConnectionMetricValues {
  state: ConnectionState;
  /** Seconds since a heartbeat reached the control plane; undefined before the first. */
  heartbeatAge: number | undefined;
}

/** Figures of all bindings. */
export interface BindingMetricValues {
  /** Their number by the status of the condition `Ready`. */
  ready: Record<'True' | 'False' | 'Unknown', number>;
  /** How many have their deletions held by the breaker. */
  paused: number;
}

/** Figures that are asked for at each scrape; each call returns how to end that. */
export interface ObservableGauges {
  /** `klutch_konnector_objects`, `klutch_konnector_orphaned_copies`. `api` is `<plural>.<group>`. */
  api(api: string, observe: () => ApiMetricValues): () => void;
  /** `klutch_konnector_control_planes`, `klutch_konnector_heartbeat_age_seconds`: of several the oldest. */
  connection(observe: () => ConnectionMetricValues): () => void;
  /** `klutch_konnector_bindings`, `klutch_konnector_bindings_paused`. */
  bindings(observe: () => BindingMetricValues): () => void;
}

/** What a konnector reports of itself and of `@klutch/kube` in it. */
export interface KonnectorMetrics extends KubeMetrics {
  /** `klutch_konnector_writes_total`: a write of the sync was answered. */
  wrote(
    api: string,
    write: SyncWrite,
    side: WriteSide,
    outcome: WriteOutcome,
  ): void;
  /** `klutch_konnector_sync_seconds`: from the news of a change until it was written on the other cluster. */
  synced(api: string, direction: Direction, seconds: number): void;
  /** See {@link ObservableGauges}. */
  gauges: ObservableGauges;
}
