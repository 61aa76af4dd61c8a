// Counts running keys per group, so that no group takes all workers.

/** Running keys per group, up to a limit for each group. */
export class GroupShares {
  readonly #running = new Map<string, number>();

  constructor(private readonly limit: number) {}

  /** Whether one more key of the group may run. */
  mayRun(group: string): boolean {
    return (this.#running.get(group) ?? 0) < this.limit;
  }

  /** Counts a key of the group that starts to run. */
  started(group: string): void {
    this.#change(group, 1);
  }

  /** Counts a key of the group whose run has ended. */
  finished(group: string): void {
    this.#change(group, -1);
  }

  #change(group: string, by: number): void {
    const count = (this.#running.get(group) ?? 0) + by;
    if (count > 0) this.#running.set(group, count);
    else this.#running.delete(group);
  }
}
