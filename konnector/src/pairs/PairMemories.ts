/**
 * What is remembered of pairs between their reconciles, by key of the app cluster: in memory only, so after a restart
 * each pair is observed and planned again.
 */

const empty = Object.freeze({});

/** The memories of the pairs of one type; most have none, or few of the parts of one. */
export class PairMemories<Memory extends object> {
  private readonly memories = new Map<string, Partial<Memory>>();

  /** The memory of a pair; an empty one when there is none. */
  of(key: string): Readonly<Partial<Memory>> {
    return this.memories.get(key) ?? empty;
  }

  change(key: string, change: Partial<Memory>): void {
    const memory = this.memories.get(key);
    if (memory) Object.assign(memory, change);
    else this.memories.set(key, { ...change });
  }

  /** Clears parts of a memory. */
  clear(key: string, ...parts: (keyof Memory)[]): void {
    const memory = this.memories.get(key);
    for (const part of parts) if (memory) delete memory[part];
  }

  forget(key: string): void {
    this.memories.delete(key);
  }

  entries(): Iterable<[string, Readonly<Partial<Memory>>]> {
    return this.memories.entries();
  }
}
