/** Stops everything that was started, in reverse order. */

interface Entry {
  name: string;
  stop: () => Promise<void>;
}

/** Stops its entries once, last first. */
export class ShutdownStack {
  readonly #entries: Entry[] = [];
  #stopping: Promise<string[]> | undefined;

  /** Whether the shutdown has begun: exits from then on are expected. */
  get stopping(): boolean {
    return this.#stopping !== undefined;
  }

  push(name: string, stop: () => Promise<void>): void {
    this.#entries.push({ name, stop });
  }

  /**
   * Stops all entries, even when one fails.
   *
   * @param onStop - called before each entry
   * @returns a message for each entry that could not be stopped
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
