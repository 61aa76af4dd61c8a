/**
 * Decides how many copies of a binding may be deleted before an operator must
 * approve. Pure.
 */
import type { DeletionRecord } from './deletionRecord';

/** Deletions of a binding that need no approval. */
export interface DeletionLimits {
  /**
   * Number of deletions within a window, regardless of the number of copies.
   */
  count: number;
  /** Share of the copies, which applies if it is more than `count`; 0 to 1. */
  share: number;
  /** Length of the window; milliseconds. */
  windowMs: number;
}

/**
 * More than max(5, 10 %) of a binding's copies within 10 minutes is unusual.
 */
export const defaultDeletionLimits: DeletionLimits = {
  count: 5,
  share: 0.1,
  windowMs: 10 * 60_000,
};

/**
 * Lifetime of an approval, which must not cover the next incident;
 * milliseconds.
 */
export const approvalLifeMs = 60 * 60_000;

/**
 * Granted deletions that are not executed yet. Lost on restart, and then
 * counted as executed.
 */
export interface Reserve {
  /** Remaining deletions that need no approval. */
  ordinary: number;
  /**
   * The minute of the ordinary grants; they expire with it, as the record
   * counts them in that minute.
   */
  minute: string;
  /** Remaining approved deletions. */
  approved: number;
}

/** A reserve without grants. */
export const emptyReserve: Reserve = { ordinary: 0, minute: '', approved: 0 };

/** Input of {@link planGrant}. */
export interface BreakerFacts {
  record: DeletionRecord;
  reserve: Reserve;
  limits: DeletionLimits;
  /** Number of copies that exist. */
  copies: number;
  /**
   * Copies to delete whose DELETE is not sent yet, including the current one;
   * at least 1.
   */
  waiting: number;
  /**
   * The copies, pending deletions and grants within the window of the copy's
   * kind; absent: the kind has no quota.
   */
  kindQuota?: { copies: number; waiting: number; used: number };
  /** Milliseconds since 1970. */
  nowMs: number;
}

/** Decision about one copy. A present `record` must be written first. */
export interface Grant {
  /** The reserve that the grant is from; absent: not granted. */
  from?: 'ordinary' | 'approved';
  record?: DeletionRecord;
  reserve: Reserve;
}

const minuteMs = 60_000;
/** A minute counts while any moment of it is within the window. */
const withinWindow = (
  { granted }: DeletionRecord,
  { windowMs }: DeletionLimits,
  nowMs: number,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(granted).filter(
      ([minute]) => Date.parse(minute) + minuteMs > nowMs - windowMs,
    ),
  );

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/**
 * Remaining deletions of an approval: not taken, and taken into the reserve but
 * not used.
 */
function approvedNow(
  { approved }: DeletionRecord,
  reserve: Reserve,
  nowMs: number,
): { left: number; taken: number } {
  return approved && Date.parse(approved.until) > nowMs
    ? { left: approved.left, taken: reserve.approved }
    : { left: 0, taken: 0 };
}

/**
 * Number of deletions granted with one write; a crash counts at most this many
 * too much. A tenth of the rest limits the writes for a large approval, as each
 * write counts all pending deletions.
 */
const batchSize = (of: number) =>
  Math.min(Math.max(1, Math.floor(of / 10)), of);

/**
 * The share refers to the copies at the start of the window, otherwise each
 * deletion would lower the limit.
 */
export const maxDeletions = (
  limits: DeletionLimits,
  { copies, used }: { copies: number; used: number },
): number => Math.max(limits.count, Math.floor(limits.share * (copies + used)));

const isWithinKindQuota = ({
  kindQuota,
  limits,
}: Pick<BreakerFacts, 'kindQuota' | 'limits'>): boolean =>
  !kindQuota ||
  kindQuota.used + kindQuota.waiting <= maxDeletions(limits, kindQuota);

/**
 * How many deletions within the window need no approval, and how many of them
 * are used.
 */
export function allowance(
  facts: Pick<BreakerFacts, 'record' | 'limits' | 'copies' | 'nowMs'>,
): { limit: number; used: number } {
  const { record, limits, nowMs, copies } = facts;
  const used = sum(withinWindow(record, limits, nowMs));
  return { limit: maxDeletions(limits, { copies, used }), used };
}

/**
 * Whether a deletion waits for approval: deletions are paused, and no approved
 * deletion is left.
 */
export const isPaused = (
  record: DeletionRecord,
  reserve: Reserve,
  nowMs: number,
): boolean => {
  const { left, taken } = approvedNow(record, reserve, nowMs);
  return record.pausedAt !== undefined && left + taken === 0;
};

const fromReserve = (
  reserve: Reserve,
  from: 'ordinary' | 'approved',
): Grant => ({
  from,
  reserve: { ...reserve, [from]: reserve[from] - 1 },
});

/** Removes granted but unused deletions from the count. */
function withoutUnused(
  record: DeletionRecord,
  { ordinary, minute }: Reserve,
): DeletionRecord {
  const counted = record.granted[minute];
  if (counted === undefined) return record;
  const granted = { ...record.granted };
  granted[minute] = Math.max(0, counted - ordinary);
  return { ...record, granted };
}

/**
 * Grants ordinary deletions first, then approved ones, then none. Pending
 * deletions count like executed ones, so a mass deletion is stopped before its
 * first DELETE.
 */
export function planGrant(facts: BreakerFacts): Grant {
  const { reserve, limits, nowMs } = facts;
  const minute = `${new Date(nowMs).toISOString().slice(0, 16)}Z`;
  const record = withoutUnused(facts.record, reserve);
  const { limit, used } = allowance({ ...facts, record });
  const isOrdinary = used + facts.waiting <= limit && isWithinKindQuota(facts);
  if (record.pausedAt === undefined && isOrdinary) {
    if (reserve.ordinary > 0 && reserve.minute === minute) {
      return fromReserve(reserve, 'ordinary');
    }
    const taken = batchSize(limit - used);
    const granted = withinWindow(record, limits, nowMs);
    granted[minute] = (granted[minute] ?? 0) + taken;
    return {
      from: 'ordinary',
      record: { ...record, granted },
      reserve: { ...reserve, ordinary: taken - 1, minute },
    };
  }
  const approved = planApproved({ ...facts, record });
  if (approved.from || record.pausedAt !== undefined) return approved;
  return {
    record: { ...record, pausedAt: new Date(nowMs).toISOString() },
    reserve: emptyReserve,
  };
}

/**
 * The decision while deletions are paused; avoids counting pending deletions,
 * which may be thousands.
 */
export function planApproved({
  record,
  reserve,
  nowMs,
}: Pick<BreakerFacts, 'record' | 'reserve' | 'nowMs'>): Grant {
  const { left, taken } = approvedNow(record, reserve, nowMs);
  if (taken > 0) return fromReserve(reserve, 'approved');
  if (left === 0 || !record.approved) return { reserve };
  const more = batchSize(left);
  return {
    from: 'approved',
    record: { ...record, approved: { ...record.approved, left: left - more } },
    reserve: { ...reserve, approved: more - 1 },
  };
}

/**
 * The record after an approval of more deletions, or once nothing waits;
 * undefined when unchanged. Approved deletions in the reserve are returned to
 * the record. `nothingWaits` is false unless certain.
 */
export function planReview(facts: {
  record: DeletionRecord;
  reserve: Reserve;
  approval: number | undefined;
  nothingWaits: boolean;
  nowMs: number;
}): DeletionRecord | undefined {
  const { record, reserve, approval, nowMs } = facts;
  if (approval !== undefined) {
    const until = new Date(nowMs + approvalLifeMs).toISOString();
    const { left, taken } = approvedNow(record, reserve, nowMs);
    return { ...record, approved: { left: left + taken + approval, until } };
  }
  // The pending deletions were approved or their finalizers removed: the count
  // restarts, and the approval is used up.
  if (record.pausedAt !== undefined && facts.nothingWaits) {
    return { granted: {} };
  }
  return undefined;
}
