// Running reconciles and their start times.

export interface RunningReconcile {
  readonly key: string;
  /** In the time of `performance.now`. */
  readonly startedAt: number;
}

export class RunningReconciles {
  /** In the order of their start. */
  readonly #runs = new Map<string, RunningReconcile>();

  /** Number of running reconciles. */
  get count(): number {
    return this.#runs.size;
  }

  /** Keys of the running reconciles, the oldest run first. */
  get keys(): string[] {
    return [...this.#runs.keys()];
  }

  /** The oldest run. */
  get oldest(): RunningReconcile | undefined {
    return this.#runs.values().next().value;
  }

  /** Runs a function under a key that has no other run. */
  async run(key: string, work: () => Promise<void>): Promise<void> {
    this.#runs.set(key, { key, startedAt: performance.now() });
    try {
      await work();
    } finally {
      this.#runs.delete(key);
    }
  }
}
