/** What was started, to be stopped in the opposite order. */

interface Entry {
  name: string;
  stop: () => Promise<void>;
}

/** Stops everything it was given, last first, once. */
export class ShutdownStack {
  readonly #entries: Entry[] = [];
  #stopping: Promise<string[]> | undefined;

  /** Whether the end has begun: what ends from now on was meant to. */
  get stopping(): boolean {
    return this.#stopping !== undefined;
  }

  push(name: string, stop: () => Promise<void>): void {
    this.#entries.push({ name, stop });
  }

  /**
   * Stops all entries, also when one fails.
   *
   * @param onStop - told before each entry
   * @returns a sentence for each entry that could not be stopped
   */
  stop(onStop: (name: string) => void = () => {}): Promise<string[]> {
    this.#stopping ??= this.#stopAll(onStop);
    return this.#stopping;
  }

  async #stopAll(onStop: (name: string) => void): Promise<string[]> {
    const problems: string[] = [];
    for (let entry = this.#entries.pop(); entry; entry = this.#entries.pop()) {
      onStop(entry.name);
      try {
        await entry.stop();
      } catch (error) {
        problems.push(
          `${entry.name} did not stop: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
    return problems;
  }
}
