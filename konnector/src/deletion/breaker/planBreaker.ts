/** Decides how many copies of a binding may be deleted before a person has to approve it. Pure. */
import type { DeletionRecord } from './deletionRecord';

/** What a binding may delete without approval. */
export interface DeletionLimits {
  /** So many within a window, however few copies there are. */
  count: number;
  /** Or this part of the copies, if that is more; 0 to 1. */
  share: number;
  /** Length of the window; milliseconds. */
  windowMs: number;
}

/** More than max(5, 10 %) of a binding's copies within 10 minutes is no everyday work. */
export const defaultDeletionLimits: DeletionLimits = {
  count: 5,
  share: 0.1,
  windowMs: 10 * 60_000,
};

/** An approval is for the disaster at hand, not for the next one; milliseconds. */
export const approvalLifeMs = 60 * 60_000;

/** Granted deletions that are not carried out yet; forgotten at a restart, and then counted as if they were. */
export interface Reserve {
  /** Of those that need no approval. */
  ordinary: number;
  /** When they were granted; they are for that minute, else they would not count when they are used. */
  minute: string;
  /** Of approved ones. */
  approved: number;
}

/** Nothing is granted. */
export const emptyReserve: Reserve = { ordinary: 0, minute: '', approved: 0 };

/** Everything a grant rests on. */
export interface BreakerFacts {
  record: DeletionRecord;
  reserve: Reserve;
  limits: DeletionLimits;
  /** Copies that exist. */
  copies: number;
  /** Of them, those to be deleted and not yet asked for, the one in question included; at least 1. */
  waiting: number;
  /** Likewise, of the kind of the copy alone, and how many were granted within the window; absent: it has no share. */
  kindQuota?: { copies: number; waiting: number; used: number };
  /** Milliseconds since 1970. */
  nowMs: number;
}

/** Whether one copy may be deleted. `record` has to be written first, where there is one. */
export interface Grant {
  /** What it was taken from; absent: not granted. */
  from?: 'ordinary' | 'approved';
  record?: DeletionRecord;
  reserve: Reserve;
}

const minuteMs = 60_000;
/** A minute counts as long as any moment of it is within the window. */
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

/** What is left of an approval: to take, and taken but not used. */
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
 * So many are granted with one write; a crash counts at most so many too much. A tenth of what is left makes few writes of
 * a large approval, which matters as each write has everything counted that waits.
 */
const batchSize = (of: number) =>
  Math.min(Math.max(1, Math.floor(of / 10)), of);

/** The share is of what there was when it began, else each deletion would make the next one dearer. */
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

/** How many deletions within a window need no approval, and how many of them are used. */
export function allowance(
  facts: Pick<BreakerFacts, 'record' | 'limits' | 'copies' | 'nowMs'>,
): { limit: number; used: number } {
  const { record, limits, nowMs, copies } = facts;
  const used = sum(withinWindow(record, limits, nowMs));
  return { limit: maxDeletions(limits, { copies, used }), used };
}

/** Whether a deletion waits for a person: it is paused, and nothing approved is left. */
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

/** What is granted and not used does not count. */
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
 * Ordinary deletions first, then approved ones, then none until somebody approves. What waits counts like what is done:
 * a flood is stopped before its first deletion.
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

/** All that is left to decide once deletions are paused: it takes no counting of what waits, which may be thousands. */
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
 * What the record becomes when a person approves so many deletions more, and when nothing waits any more; undefined when
 * it stays. Approvals in reserve are back in it. `nothingWaits` is false as long as that is not known for sure.
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
  // Somebody has looked at it, or the objects were let go: it begins anew, and what was approved is used up.
  if (record.pausedAt !== undefined && facts.nothingWaits) {
    return { granted: {} };
  }
  return undefined;
}
