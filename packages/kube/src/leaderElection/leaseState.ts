// A candidate as a state machine: who holds the lease and what may be done, decided without any I/O.
// Times of other machines are carried along and never compared with ours.
import { Lease } from '../coreTypes';
import { LeaseTimes } from './LeaderElector';
import { LeaseEnd } from './LeaseLostError';

/** The content of a Lease. */
export type LeaseSpec = NonNullable<Lease['spec']>;

/** Somebody else holds the lease, or nobody. */
export interface Standby {
  phase: 'standby';
  /** What the Lease said last. Kept when the object is deleted, to count on from. */
  spec?: LeaseSpec;
  /** Version of the object; undefined while there is none. */
  version?: string;
  /** When the content, or that the object is gone, was first seen, by our clock. */
  seenAt: number;
  /** `acquireTime` of a claim of ours to which no answer came. */
  unansweredAcquireTime?: string;
}

/** We hold the lease, until the deadline. */
export interface Leading {
  phase: 'leading';
  spec: LeaseSpec;
  version: string;
  /** When the last renewal that succeeded was sent, by our clock: from then on others may have waited. */
  renewedAt: number;
}

/** We held the lease and do not any more. */
export interface Lost {
  phase: 'lost';
  end: LeaseEnd;
}

/** Who is asking for the lease, and with which times. */
export interface Candidate {
  identity: string;
  times: LeaseTimes;
}

/** Candidates wait up to so many times `retryMs`, so that they do not ask in step. As client-go. */
export const retryJitter = 1.2;

/** Who may not watch tries again after so many times `retryMs`. */
export const retriesWithoutWatch = 15;

/** RFC 3339 with microseconds, the form of Kubernetes' `MicroTime`. */
export const microTime = (epochMs: number, micros: number): string =>
  new Date(epochMs)
    .toISOString()
    .replace('Z', `${String(micros % 1000).padStart(3, '0')}Z`);

const wholeSeconds = (ms: number): number => Math.ceil(ms / 1000);

const versionOf = (lease: Lease): string =>
  lease.metadata.resourceVersion ?? '';

/** What one renewal changes. Anything else of the object may change without being a sign of life. */
const sameRecord = (a: LeaseSpec, b: LeaseSpec): boolean =>
  a.holderIdentity === b.holderIdentity &&
  a.acquireTime === b.acquireTime &&
  a.renewTime === b.renewTime &&
  a.leaseDurationSeconds === b.leaseDurationSeconds &&
  a.leaseTransitions === b.leaseTransitions;

/** The same period of holding it, whatever was renewed since. */
const sameTerm = (a: LeaseSpec, b: LeaseSpec): boolean =>
  a.holderIdentity === b.holderIdentity &&
  a.acquireTime === b.acquireTime &&
  a.leaseTransitions === b.leaseTransitions;

/** Before anything was seen. */
export const initialStandby: Standby = { phase: 'standby', seenAt: Infinity };

/** A candidate has seen the Lease, or that there is none. */
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
 * From when on the lease may be taken, by our clock. A holder with our own identity counts as somebody else: it may be
 * a process of that name which is not quite dead. Only what this process itself asked for is its own. Where there is no
 * object one may have been deleted, and its leader works on until it notices: terms and renewals may have been missed,
 * so the time counts from when it was found gone, and what was seen last only prolongs it.
 */
export function freeAt(state: Standby, { identity, times }: Candidate): number {
  const { spec, version, seenAt, unansweredAcquireTime } = state;
  if (version === undefined) {
    const askedMs = (spec?.leaseDurationSeconds ?? 0) * 1000;
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

/** What to write to take the lease. */
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

/** What to write to give the lease up, as client-go does. */
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
 * A claim or a renewal was carried out.
 * @param sentAt - when it was sent, by our clock: it may have been carried out at once, however late the answer came
 */
export function leadingSince(lease: Lease, sentAt: number): Leading {
  return {
    phase: 'leading',
    spec: lease.spec ?? {},
    version: versionOf(lease),
    renewedAt: sentAt,
  };
}

/** The leader has read the Lease: to see it unchanged proves nothing, only a renewal does. */
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

/** From when on nothing may be written any more, by our clock. */
export const deadlineOf = (state: Leading, times: LeaseTimes): number =>
  state.renewedAt + times.renewDeadlineMs;
