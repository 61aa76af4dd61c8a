// Detects a blocked event loop.
import { checkRange } from '../limits';

/** The process is unhealthy when its event loop was blocked in this many periods in a row. */
const badPeriods = 3;

const ticksOfPeriod = 20;

/**
 * Records the longest block of each period. A probe that is answered proves that the event loop runs at that moment,
 * and a loop that is blocked for good answers none, so this monitor only has to detect repeated blocks.
 *
 * Blocks are measured by the delay of a timer. Node's own histogram of delays loses a block that spans its `reset`,
 * which long ones mostly do.
 */
export class EventLoopMonitor {
  readonly #timer: NodeJS.Timeout;
  readonly #tickMs: number;
  #tickAt = performance.now();
  #ticks = 0;
  #longest = 0;
  /** The longest block of each of the last completed periods. */
  #periods: number[] = [];

  /** @throws RangeError when a time is out of range for a timer; a period has at least 20 ms */
  constructor(
    private readonly maxDelayMs: number,
    private readonly periodMs: number,
  ) {
    checkRange('maxEventLoopDelayMs', maxDelayMs);
    checkRange('periodMs', periodMs, { min: ticksOfPeriod });
    this.#tickMs = periodMs / ticksOfPeriod;
    this.#timer = setInterval(() => this.#tick(), this.#tickMs);
    this.#timer.unref();
  }

  #tick(): void {
    const now = performance.now();
    const lateMs = now - this.#tickAt - this.#tickMs;
    this.#longest = Math.max(this.#longest, lateMs);
    // Time without ticks counts, so that a period never lasts much longer than configured.
    this.#ticks += Math.max(1, Math.round((now - this.#tickAt) / this.#tickMs));
    this.#tickAt = now;
    if (this.#ticks < ticksOfPeriod) return;
    this.#periods = [...this.#periods, this.#longest].slice(-badPeriods);
    this.#longest = 0;
    this.#ticks = 0;
  }

  /**
   * A readable message when the last periods all had a block. A single one may be a pause of the machine, or a large
   * list.
   */
  problem(): string | undefined {
    const bad =
      this.#periods.length === badPeriods &&
      this.#periods.every(ms => ms > this.maxDelayMs);
    if (!bad) return undefined;
    const figures = this.#periods.map(ms => `${Math.round(ms)} ms`).join(', ');
    return `was blocked for ${figures} in the last ${badPeriods} periods of ${this.periodMs} ms; ${this.maxDelayMs} ms are allowed`;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
