// What is being reconciled at this moment, and since when.

/** A reconcile under way. */
export interface Run {
  readonly key: string;
  /** In the time of `performance.now`. */
  readonly startedAt: number;
}

/** The reconciles under way. */
export class Runs {
  /** In the order they began. */
  readonly #runs = new Map<string, Run>();

  /** How many there are. */
  get count(): number {
    return this.#runs.size;
  }

  /** Their keys, the longest running first. */
  get keys(): string[] {
    return [...this.#runs.keys()];
  }

  /** The one that has been running longest. */
  get oldest(): Run | undefined {
    return this.#runs.values().next().value;
  }

  /** Runs something under a key that is not running yet. */
  async run(key: string, work: () => Promise<void>): Promise<void> {
    this.#runs.set(key, { key, startedAt: performance.now() });
    try {
      await work();
    } finally {
      this.#runs.delete(key);
    }
  }
}
