/** Annotations of a binding about its deletions: the tokens used, and the approval by an operator. Pure. */
import { isJsonObject } from '../../json/projection';

/** The record of used deletion tokens, stored in an annotation of the binding. */
export interface DeletionRecord {
  /** Number of tokens used per minute, keyed `2026-01-01T00:00Z`. */
  granted: Record<string, number>;
  /** When deletions were paused; ISO. Absent: not paused. */
  pausedAt?: string;
  /** Remaining approved deletions, and when the approval expires; ISO. */
  approved?: { left: number; until: string };
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

const isDeletionRecord = (value: unknown): boolean => {
  if (!isJsonObject(value) || !isJsonObject(value.granted)) return false;
  const { granted, pausedAt, approved } = value;
  return (
    Object.entries(granted).every(
      ([minute, count]) => isTime(minute) && isCount(count),
    ) &&
    (pausedAt === undefined || isTime(pausedAt)) &&
    (approved === undefined ||
      (isJsonObject(approved) &&
        isCount(approved.left) &&
        isTime(approved.until)))
  );
};

/** Parses the annotation. An invalid annotation pauses deletions until an operator intervenes. */
export function parseRecord(
  text: string | undefined,
  nowMs: number,
): DeletionRecord {
  if (text === undefined) return { granted: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (isDeletionRecord(value)) return value as DeletionRecord;
  } catch {
    // Invalid JSON pauses deletions, like an invalid record.
  }
  return { granted: {}, pausedAt: new Date(nowMs).toISOString() };
}

/** Parses an approved number of deletions; undefined when invalid. */
export function parseApproval(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text)
    ? Number(text)
    : undefined;
}
