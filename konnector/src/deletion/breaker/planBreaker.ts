/** Decides how many copies of a binding may be deleted before an operator must approve. Pure. */
import type { DeletionRecord } from './deletionRecord';

/** Deletions of a binding that need no approval. */
export interface DeletionLimits {
  /** Number of deletions within a window, regardless of the number of copies. */
  count: number;
  /** Share of the copies, which applies if it is more than `count`; 0 to 1. */
  share: number;
  /** Length of the window; milliseconds. */
  windowMs: number;
}

/** More than max(5, 10 %) of a binding's copies within 10 minutes is unusual. */
export const defaultDeletionLimits: DeletionLimits = {
  count: 5,
  share: 0.1,
  windowMs: 10 * 60_000,
};

/** Lifetime of an approval, which must not cover the next incident; milliseconds. */
export const approvalLifeMs = 60 * 60_000;

/**
 * Deletion tokens that the record counts as used and no deletion has used yet.
 * Lost on restart, and then counted as used.
 */
export interface ReservedTokens {
  /** Tokens for deletions that need no approval. */
  ordinary: number;
  /** The minute in which the record counts the ordinary tokens, which expire at the end of that minute. */
  minute: string;
  /** Tokens for approved deletions. */
  approved: number;
}

export const noReservedTokens: ReservedTokens = {
  ordinary: 0,
  minute: '',
  approved: 0,
};

export interface BreakerFacts {
  record: DeletionRecord;
  reserved: ReservedTokens;
  limits: DeletionLimits;
  copies: number;
  /** Copies to delete whose DELETE is not sent yet, including the current one; at least 1. */
  waiting: number;
  /**
   * Copies and pending deletions of the copy's kind, and tokens that the kind
   * used within the window; absent: the kind has no quota.
   */
  kindQuota?: { copies: number; waiting: number; used: number };
  /** Milliseconds since 1970. */
  nowMs: number;
}

/** The token that was reserved for one deletion, if any. A present `record` must be written before the deletion. */
export interface Reservation {
  /** Kind of the token; absent: none is available, so the deletion waits. */
  token?: 'ordinary' | 'approved';
  record?: DeletionRecord;
  reserved: ReservedTokens;
}

const minuteMs = 60_000;
/** Tokens used by minute, for each minute that overlaps with the window. */
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
 * Unused tokens of an approval that has not expired: those `left` in the record,
 * and those `taken` from the record into the reserved tokens.
 */
function approvedNow(
  { approved }: DeletionRecord,
  reserved: ReservedTokens,
  nowMs: number,
): { left: number; taken: number } {
  return approved && Date.parse(approved.until) > nowMs
    ? { left: approved.left, taken: reserved.approved }
    : { left: 0, taken: 0 };
}

/**
 * Number of tokens reserved with one write of the record, which a crash loses. A tenth of the available tokens, because
 * pending deletions are counted before each write, and a large approval must not need a write per deletion.
 */
const batchSize = (available: number) =>
  Math.min(Math.max(1, Math.floor(available / 10)), available);

/** The share refers to the copies at the start of the window, otherwise each deletion would lower the limit. */
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

/** How many deletions within the window need no approval, and how many of them are used. */
export function allowance(
  facts: Pick<BreakerFacts, 'record' | 'limits' | 'copies' | 'nowMs'>,
): { limit: number; used: number } {
  const { record, limits, nowMs, copies } = facts;
  const used = sum(withinWindow(record, limits, nowMs));
  return { limit: maxDeletions(limits, { copies, used }), used };
}

/** Whether a deletion waits for approval: deletions are paused, and no approved deletion is left. */
export const isPaused = (
  record: DeletionRecord,
  reserved: ReservedTokens,
  nowMs: number,
): boolean => {
  const { left, taken } = approvedNow(record, reserved, nowMs);
  return record.pausedAt !== undefined && left + taken === 0;
};

const takeToken = (
  reserved: ReservedTokens,
  token: 'ordinary' | 'approved',
): Reservation => ({
  token,
  reserved: { ...reserved, [token]: reserved[token] - 1 },
});

/** Returns the unused ordinary tokens to the record. */
function withoutUnusedTokens(
  record: DeletionRecord,
  { ordinary, minute }: ReservedTokens,
): DeletionRecord {
  const counted = record.granted[minute];
  if (counted === undefined) return record;
  const granted = { ...record.granted };
  granted[minute] = Math.max(0, counted - ordinary);
  return { ...record, granted };
}

/**
 * Reserves an ordinary token if the limit allows all pending deletions, otherwise an approved one if there is any.
 * Pending deletions count like executed ones, so a mass deletion is stopped before the first DELETE.
 */
export function planReservation(facts: BreakerFacts): Reservation {
  const { reserved, limits, nowMs } = facts;
  const minute = `${new Date(nowMs).toISOString().slice(0, 16)}Z`;
  const record = withoutUnusedTokens(facts.record, reserved);
  const { limit, used } = allowance({ ...facts, record });
  const isOrdinary = used + facts.waiting <= limit && isWithinKindQuota(facts);
  if (record.pausedAt === undefined && isOrdinary) {
    if (reserved.ordinary > 0 && reserved.minute === minute) {
      return takeToken(reserved, 'ordinary');
    }
    const taken = batchSize(limit - used);
    const granted = withinWindow(record, limits, nowMs);
    granted[minute] = (granted[minute] ?? 0) + taken;
    return {
      token: 'ordinary',
      record: { ...record, granted },
      reserved: { ...reserved, ordinary: taken - 1, minute },
    };
  }
  const approved = planApproved({ ...facts, record });
  if (approved.token || record.pausedAt !== undefined) return approved;
  return {
    record: { ...record, pausedAt: new Date(nowMs).toISOString() },
    reserved: noReservedTokens,
  };
}

/**
 * The reservation while deletions are paused, which does not depend on the number
 * of pending deletions: counting thousands of them is slow.
 */
export function planApproved({
  record,
  reserved,
  nowMs,
}: Pick<BreakerFacts, 'record' | 'reserved' | 'nowMs'>): Reservation {
  const { left, taken } = approvedNow(record, reserved, nowMs);
  if (taken > 0) return takeToken(reserved, 'approved');
  if (left === 0 || !record.approved) return { reserved };
  const more = batchSize(left);
  return {
    token: 'approved',
    record: { ...record, approved: { ...record.approved, left: left - more } },
    reserved: { ...reserved, approved: more - 1 },
  };
}

/**
 * The record after an approval of more deletions, or once nothing waits; undefined when unchanged. Reserved approved
 * tokens are returned to the record. `nothingWaits` is false unless certain.
 */
export function planReview(facts: {
  record: DeletionRecord;
  reserved: ReservedTokens;
  approval: number | undefined;
  nothingWaits: boolean;
  nowMs: number;
}): DeletionRecord | undefined {
  const { record, reserved, approval, nowMs } = facts;
  if (approval !== undefined) {
    const until = new Date(nowMs + approvalLifeMs).toISOString();
    const { left, taken } = approvedNow(record, reserved, nowMs);
    return { ...record, approved: { left: left + taken + approval, until } };
  }
  // The pending deletions were approved or their finalizers removed: the count
  // restarts, and the approval is used up.
  if (record.pausedAt !== undefined && facts.nothingWaits) {
    return { granted: {} };
  }
  return undefined;
}
