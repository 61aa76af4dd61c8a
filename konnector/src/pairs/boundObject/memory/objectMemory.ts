/** State that is kept between the reconciles of one object; all of it may be lost on restart. */
import type { ObservedDeletion } from '../../../deletion/pendingDeletions';
import type { Backoff, TimedBackoff } from '../../../feedback/backoff';
import type { Feedback } from '../../../feedback/objectCondition';

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

const empty: Readonly<ObjectMemory> = Object.freeze({});

export class ObjectMemories {
  private readonly memories = new Map<string, ObjectMemory>();

  /** The memory of an object; an empty one when there is none. */
  of(key: string): Readonly<ObjectMemory> {
    return this.memories.get(key) ?? empty;
  }

  change(key: string, change: Partial<ObjectMemory>): void {
    const memory = this.memories.get(key);
    if (memory) Object.assign(memory, change);
    else this.memories.set(key, { ...change });
  }

  /** Clears parts of a memory; most objects have none of them. */
  clear(key: string, ...parts: (keyof ObjectMemory)[]): void {
    const memory = this.memories.get(key);
    for (const part of parts) if (memory) delete memory[part];
  }

  /** Records when the wait for the service namespace began, if not recorded yet. */
  startWaiting(key: string): void {
    if (this.of(key).waitingSince === undefined)
      this.change(key, { waitingSince: Date.now() });
  }

  setFingerprint(
    key: string,
    part: 'storedSpecFingerprint' | 'storedStatusFingerprint',
    fingerprint: string | undefined,
  ): void {
    if (fingerprint === undefined) this.clear(key, part);
    else this.change(key, { [part]: fingerprint });
  }

  forget(key: string): void {
    this.memories.delete(key);
  }

  /** Clears all rejections for a retry; returns the keys of their objects. */
  forgetRejections(): string[] {
    const keys: string[] = [];
    for (const [key, memory] of this.memories) {
      if (!memory.rejected) continue;
      this.clear(key, 'rejected', 'reconciledVersions');
      this.change(key, { readLive: true });
      keys.push(key);
    }
    return keys;
  }
}
