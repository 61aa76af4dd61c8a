// What a leader election needs of a cluster: reads and writes of one Lease.
import { WriteGuard } from '../client/KubeClient';
import { Lease } from '../coreTypes';
import { WatchEvent } from '../types';
import { LeaseSpec } from './leaseState';

/** Reads and writes one Lease. All calls throw as the client's do. */
export interface LeaseApi {
  /** `namespace/name`. */
  readonly name: string;
  /** The present Lease (a quorum read), or undefined. */
  read(signal?: AbortSignal): Promise<Lease | undefined>;
  create(spec: LeaseSpec): Promise<Lease>;
  /** Changes the given fields, if the object still has this version. */
  patch(version: string, spec: LeaseSpec, guard?: WriteGuard): Promise<Lease>;
  /** Changes after a version. Without a time limit. */
  watch(
    resourceVersion: string,
    signal: AbortSignal,
  ): AsyncIterable<WatchEvent<Lease>>;
  /**
   * The present time for the fields of a Lease. Differs from call to call even when the date is the same, because
   * others detect renewals by changes.
   */
  microTimeNow(): string;
  /** What failed, and what to do about it. */
  describeError(error: unknown): string;
}
