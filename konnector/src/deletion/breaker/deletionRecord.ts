/** What annotations of a binding say of its deletions: what was granted, and what a person approves. Pure. */
import { isJsonObject } from '../../json/projection';

/** What a binding remembers of its deletions, in an annotation. */
export interface DeletionRecord {
  /** How many were granted in which minute, `2026-01-01T00:00Z`. */
  granted: Record<string, number>;
  /** Since when deletions wait for approval; ISO. Absent: they do not. */
  pausedAt?: string;
  /** How many more a person has allowed, and until when; ISO. */
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

/** Reads the annotation. What cannot be read stops deletions: somebody has to look. */
export function parseRecord(
  text: string | undefined,
  nowMs: number,
): DeletionRecord {
  if (text === undefined) return { granted: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (isDeletionRecord(value)) return value as DeletionRecord;
  } catch {
    // As below.
  }
  return { granted: {}, pausedAt: new Date(nowMs).toISOString() };
}

/** A number of deletions that a person wrote; undefined when it is none. */
export function parseApproval(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text)
    ? Number(text)
    : undefined;
}
