/** A timer that fires at the earliest of the times that were asked for. */
export class EarliestTimer {
  readonly #onTime: () => void;
  #timer?: NodeJS.Timeout;
  #at = Infinity;

  /** @param onTime - called at that time; later times have to be asked for again */
  constructor(onTime: () => void) {
    this.#onTime = onTime;
  }

  /** Fires at this time, in milliseconds since 1970, unless the timer fires earlier. */
  schedule(at: number): void {
    if (at >= this.#at) return;
    this.#at = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#at = Infinity;
        this.#onTime();
      },
      Math.max(0, at - Date.now()),
    ).unref();
  }

  /** Never fires again. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#at = -Infinity;
  }
}
