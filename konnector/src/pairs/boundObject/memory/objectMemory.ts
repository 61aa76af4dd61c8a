/** What is remembered of one object between its reconciles. */
import type { ObservedDeletion } from '../../../deletion/pendingDeletions';
import type { Backoff, TimedBackoff } from '../../../feedback/backoff';
import type { Feedback } from '../../../feedback/objectCondition';
import type { PairMemories } from '../../PairMemories';

/** Memory of one object; empty for most. */
export interface ObjectMemory {
  /** Versions of object and copy that needed no change, see `pairVersions`. */
  reconciledVersions?: string;
  /** Hash of the intent that the control plane rejected, which is not retried soon. `at`: milliseconds. */
  rejected?: { hash: string; message: string; at: number };
  /** A rejected or failed write; no write is tried before `retryAt`. */
  refused?: TimedBackoff & { why: Feedback };
  /** Failed attempts to create the object on the app cluster. */
  adoptionBackoff?: Backoff;
  /**
   * A rejected or failed status write on the app cluster; not retried before
   * `retryAt`. The spec sync does not wait for it.
   */
  statusRefused?: TimedBackoff & { why: Feedback };
  /** Makes the next reconcile read the object live: a schema change changes objects without an event. */
  readLive?: boolean;
  /** The version confirmed by a live read, see `isCurrent`. */
  confirmedVersion?: string;
  /** UID of the object at the location of the copy that the object was not created from, see `findOrigin`. */
  unrelatedCopyUid?: string;
  /** When the wait for the service namespace began; milliseconds. */
  waitingSince?: number;
  /** Result of the object's last deletion attempt. */
  deletion?: ObservedDeletion;
  /** Fingerprint of the stored copy, only where the control plane stores something else than the intent. */
  storedSpecFingerprint?: string;
  /** Fingerprint of the stored status, only where the app cluster stores something else than the desired status. */
  storedStatusFingerprint?: string;
  /** When the status was last written; milliseconds. */
  statusWrittenAt?: number;
  /** The app cluster rejected our condition, so the status is written without it. */
  withoutCondition?: boolean;
}

export type ObjectMemories = PairMemories<ObjectMemory>;

/** Records when the wait for the service namespace began, if not recorded yet. */
export function startWaiting(memories: ObjectMemories, key: string): void {
  if (memories.of(key).waitingSince === undefined)
    memories.change(key, { waitingSince: Date.now() });
}

export function setFingerprint(
  memories: ObjectMemories,
  key: string,
  part: 'storedSpecFingerprint' | 'storedStatusFingerprint',
  fingerprint: string | undefined,
): void {
  if (fingerprint === undefined) memories.clear(key, part);
  else memories.change(key, { [part]: fingerprint });
}

/** Clears all rejections for a retry; returns the keys of their objects. */
export function forgetRejections(memories: ObjectMemories): string[] {
  const keys = [...memories.entries()].flatMap(([key, { rejected }]) =>
    rejected ? [key] : [],
  );
  for (const key of keys) {
    memories.clear(key, 'rejected', 'reconciledVersions');
    memories.change(key, { readLive: true });
  }
  return keys;
}
