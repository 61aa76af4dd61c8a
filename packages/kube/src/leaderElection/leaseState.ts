// A candidate as a state machine: decides without I/O who holds the lease and what to write.
// Times of other machines are copied and never compared with local ones.
import { Lease } from '../coreTypes';
import { LeaseTimes } from './LeaderElector';
import { LeaseEnd } from './LeaseLostError';

/** The content of a Lease. */
export type LeaseSpec = NonNullable<Lease['spec']>;

/** Another process holds the lease, or none does. */
export interface Standby {
  phase: 'standby';
  /** The last observed content. Kept when the object is deleted, to continue its counter. */
  spec?: LeaseSpec;
  /** Version of the object; undefined while there is none. */
  version?: string;
  /** When the content, or the deletion, was first observed, by the local clock. */
  seenAt: number;
  /** `acquireTime` of an own acquisition that got no response. */
  unansweredAcquireTime?: string;
}

/** This process holds the lease, until the deadline. */
export interface Leading {
  phase: 'leading';
  spec: LeaseSpec;
  version: string;
  /** When the last successful renewal was sent, by the local clock: others may have started to wait then. */
  renewedAt: number;
}

/** This process held the lease and no longer does. */
export interface Lost {
  phase: 'lost';
  end: LeaseEnd;
}

/** A candidate with its times. */
export interface Candidate {
  identity: string;
  times: LeaseTimes;
}

/** Candidates wait up to this many times `retryMs`, so that their requests drift apart. As client-go. */
export const retryJitter = 1.2;

/** A candidate that may not watch retries after this many times `retryMs`. */
export const retriesWithoutWatch = 15;

/** RFC 3339 with microseconds, the form of Kubernetes' `MicroTime`. */
export const microTime = (epochMs: number, micros: number): string =>
  new Date(epochMs)
    .toISOString()
    .replace('Z', `${String(micros % 1000).padStart(3, '0')}Z`);

const wholeSeconds = (ms: number): number => Math.ceil(ms / 1000);

const versionOf = (lease: Lease): string =>
  lease.metadata.resourceVersion ?? '';

/** Compares the fields that a renewal changes. A change of other fields does not prove that the holder is alive. */
const sameRecord = (a: LeaseSpec, b: LeaseSpec): boolean =>
  a.holderIdentity === b.holderIdentity &&
  a.acquireTime === b.acquireTime &&
  a.renewTime === b.renewTime &&
  a.leaseDurationSeconds === b.leaseDurationSeconds &&
  a.leaseTransitions === b.leaseTransitions;

/** Whether two states belong to the same lease term, independent of renewals. */
const sameTerm = (a: LeaseSpec, b: LeaseSpec): boolean =>
  a.holderIdentity === b.holderIdentity &&
  a.acquireTime === b.acquireTime &&
  a.leaseTransitions === b.leaseTransitions;

/** The state before the first observation. */
export const initialStandby: Standby = { phase: 'standby', seenAt: Infinity };

/** A standby has observed the Lease, or that there is none. */
export function observeAsStandby(
  state: Standby,
  lease: Lease | undefined,
  now: number,
): Standby {
  if (!lease) {
    const known = state.version === undefined && state.seenAt <= now;
    return known ? state : { ...state, version: undefined, seenAt: now };
  }
  const spec = lease.spec ?? {};
  const version = versionOf(lease);
  return state.spec && state.version && sameRecord(state.spec, spec)
    ? { ...state, version }
    : { ...state, spec, version, seenAt: now };
}

/**
 * When the lease may be acquired, by the local clock. A holder with the same identity counts as another process: it
 * may be an earlier process of that name that still runs. Only an acquisition that this process requested is its own.
 * A Lease that was there and is missing has been deleted while its leader works on until it notices, and changes may
 * have been missed: the wait starts when the object was found missing, and the last observed times can only prolong it.
 * A Lease that this candidate has never observed is free, as for client-go.
 */
export function freeAt(state: Standby, { identity, times }: Candidate): number {
  const { spec, version, seenAt, unansweredAcquireTime } = state;
  if (version === undefined) {
    if (!spec) return seenAt;
    const askedMs = (spec.leaseDurationSeconds ?? 0) * 1000;
    return seenAt + Math.max(askedMs, times.durationMs);
  }
  if (!spec?.holderIdentity) return seenAt;
  if (
    spec.holderIdentity === identity &&
    unansweredAcquireTime !== undefined &&
    spec.acquireTime === unansweredAcquireTime
  ) {
    return seenAt;
  }
  const seconds = spec.leaseDurationSeconds;
  return seenAt + (seconds ? seconds * 1000 : times.durationMs);
}

/** The content to write to acquire the lease. */
export function acquireSpec(
  { spec }: Standby,
  { identity, times }: Candidate,
  time: string,
): LeaseSpec {
  return {
    holderIdentity: identity,
    leaseDurationSeconds: wholeSeconds(times.durationMs),
    acquireTime: time,
    renewTime: time,
    leaseTransitions: spec ? (spec.leaseTransitions ?? 0) + 1 : 0,
  };
}

/** The content to write to release the lease, as client-go does. */
export function releaseSpec({ spec }: Leading, time: string): LeaseSpec {
  return {
    holderIdentity: '',
    leaseDurationSeconds: 1,
    acquireTime: time,
    renewTime: time,
    leaseTransitions: spec.leaseTransitions,
  };
}

/**
 * An acquisition or a renewal succeeded.
 * @param sentAt - when the request was sent, by the local clock: the server may have applied it at once, however late
 * the response came
 */
export function leadingSince(lease: Lease, sentAt: number): Leading {
  return {
    phase: 'leading',
    spec: lease.spec ?? {},
    version: versionOf(lease),
    renewedAt: sentAt,
  };
}

/** The leader has read the Lease: an unchanged Lease proves nothing, only a renewal does. */
export function observeAsLeader(
  state: Leading,
  lease: Lease | undefined,
): Leading | Lost {
  if (!lease) return { phase: 'lost', end: 'deleted' };
  const spec = lease.spec ?? {};
  return sameTerm(state.spec, spec)
    ? { ...state, spec, version: versionOf(lease) }
    : { phase: 'lost', end: 'taken' };
}

/** When writes must have stopped, by the local clock. */
export const deadlineOf = (state: Leading, times: LeaseTimes): number =>
  state.renewedAt + times.renewDeadlineMs;
