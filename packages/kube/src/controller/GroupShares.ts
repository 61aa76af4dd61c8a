// How many keys of each group run, so that none takes all workers.

/** Counts runs by group, up to a limit for each. */
export class GroupShares {
  readonly #running = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Whether one more key of the group may run. */
  mayRun(group: string): boolean {
    return (this.#running.get(group) ?? 0) < this.limit;
  }

  /** A key of the group begins to run. */
  started(group: string): void {
    this.#change(group, 1);
  }

  /** Its run has ended. */
  finished(group: string): void {
    this.#change(group, -1);
  }

  #change(group: string, by: number): void {
    const count = (this.#running.get(group) ?? 0) + by;
    if (count > 0) this.#running.set(group, count);
    else this.#running.delete(group);
  }
}
