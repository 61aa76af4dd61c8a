/** What the reconcile of one object must remember between two runs; all of it may be lost at a restart. */

/** Memory of one object. */
export interface ObjectMemory {
  /** Hash of the intent the control plane rejected; it is not sent again soon. */
  rejected?: { hash: string; at: number };
  /** The object is read live at the next run: a changed schema changes objects without an event. */
  readLive?: boolean;
  /** How often in a row a write was forbidden. */
  forbidden: number;
  /** When it began to wait for its service namespace; milliseconds. */
  waitingSince?: number;
  /** Fingerprints of what the server made of our writes, for servers that store something else than we sent. */
  settled: { spec?: string; status?: string };
}

/** Memories of all objects of one API. */
export class ObjectMemories {
  private readonly memories = new Map<string, ObjectMemory>();

  /** The memory of an object; a new one when there is none. */
  of(key: string): ObjectMemory {
    const found = this.memories.get(key);
    if (found) return found;
    const created: ObjectMemory = { forbidden: 0, settled: {} };
    this.memories.set(key, created);
    return created;
  }

  forget(key: string): void {
    this.memories.delete(key);
  }

  /** Gives all rejected objects another chance; returns their keys. */
  forgetRejections(): string[] {
    const keys: string[] = [];
    for (const [key, memory] of this.memories) {
      if (!memory.rejected) continue;
      memory.rejected = undefined;
      memory.readLive = true;
      keys.push(key);
    }
    return keys;
  }
}
