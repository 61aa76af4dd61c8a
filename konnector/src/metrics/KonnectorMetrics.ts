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

/** Gauges whose values are read at each scrape. */
export type GaugeName =
  | 'klutch_konnector_objects'
  | 'klutch_konnector_orphaned_copies'
  | 'klutch_konnector_control_planes'
  | 'klutch_konnector_heartbeat_age_seconds'
  | 'klutch_konnector_bindings'
  | 'klutch_konnector_bindings_paused';

/** A current value of a gauge. Samples with the same labels are combined. */
export interface Sample {
  labels?: Record<string, string>;
  /** Undefined while unknown: the sample is left out. */
  value: number | undefined;
}

/** The sources of the gauges' values. */
export interface Gauges {
  /** Reads the samples of each gauge at each scrape until `signal` is aborted. */
  add(
    samplesOf: Partial<Record<GaugeName, () => Sample[]>>,
    signal: AbortSignal,
  ): void;
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
  /** The gauges of {@link GaugeName}. */
  gauges: Gauges;
}
