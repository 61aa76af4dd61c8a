/** What the reconcile of one object must remember between two runs; all of it may be lost at a restart. */
import type { ObservedDeletion } from '../../deletion/pendingDeletions';
import type { Backoff, TimedBackoff } from '../../feedback/backoff';
import type { Feedback } from '../../feedback/objectCondition';

/** Memory of one object; empty for most. */
export interface ObjectMemory {
  /** Versions of object and copy for which nothing was to do, see `versionsOf`. */
  reconciledVersions?: string;
  /** The intent that the control plane rejected, by its hash; it is not sent again soon. `at`: milliseconds. */
  rejected?: { hash: string; message: string; at: number };
  /** A write was refused, or failed; none is tried before the next is due. */
  refused?: TimedBackoff & { why: Feedback };
  /** Attempts to make it on the app cluster failed. */
  adoptionBackoff?: Backoff;
  /** The app cluster refused the status, or failed at it; likewise. The spec does not wait for it. */
  statusRefused?: TimedBackoff & { why: Feedback };
  /** The object is read live at the next run: a changed schema changes objects without an event. */
  readLive?: boolean;
  /** The version that the API server showed when it was asked, see `isCurrent`. */
  confirmedVersion?: string;
  /** UID of what stands at the place of its copy; the object was not made from that, see `findOrigin`. */
  unrelatedCopyUid?: string;
  /** When it began to wait for its service namespace; milliseconds. */
  waitingSince?: number;
  /** What its deletion found live. */
  deletion?: ObservedDeletion;
  /** What the control plane made of our intent, as a fingerprint; only where it stores something else than we send. */
  storedSpecFingerprint?: string;
  /** What the app cluster made of the status, likewise. */
  storedStatusFingerprint?: string;
  /** When the status was last written; milliseconds. */
  statusWrittenAt?: number;
  /** The app cluster refused our condition; the status goes without. */
  withoutCondition?: boolean;
}

const empty: Readonly<ObjectMemory> = Object.freeze({});

/** Memories of all objects of one API. */
export class ObjectMemories {
  private readonly memories = new Map<string, ObjectMemory>();

  /** The memory of an object; an empty one when there is none. */
  of(key: string): Readonly<ObjectMemory> {
    return this.memories.get(key) ?? empty;
  }

  /** Changes parts of a memory. */
  change(key: string, change: Partial<ObjectMemory>): void {
    const memory = this.memories.get(key);
    if (memory) Object.assign(memory, change);
    else this.memories.set(key, { ...change });
  }

  /** Forgets parts of a memory; most objects have none of them. */
  clear(key: string, ...parts: (keyof ObjectMemory)[]): void {
    const memory = this.memories.get(key);
    for (const part of parts) if (memory) delete memory[part];
  }

  /** Remembers a fingerprint, or none. */
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

  /** Gives all rejected objects another chance; returns their keys. */
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
