// Whether the event loop moves.
import { checkMs } from '../limits';

/** A process is bad when its loop stood still in so many periods one after the other. */
const badPeriods = 3;

const ticksOfPeriod = 20;

/**
 * Remembers the longest standstill of each period. A probe that is answered proves that the loop moves at that moment,
 * and a loop that never moves again answers none; what is left to find is a loop that stands still again and again.
 *
 * Standstills are seen by how late a timer is. Node's own histogram of delays loses the one that reaches over its
 * `reset`, and long ones mostly do.
 */
export class EventLoopMonitor {
  readonly #timer: NodeJS.Timeout;
  readonly #tickMs: number;
  #tickAt = performance.now();
  #ticks = 0;
  #longest = 0;
  /** The longest of each of the last periods that are over. */
  #periods: number[] = [];

  /** @throws RangeError when a time is none that a timer can wait; a period has 20 ms at least */
  constructor(
    private readonly maxDelayMs: number,
    private readonly periodMs: number,
  ) {
    checkMs('maxEventLoopDelayMs', maxDelayMs);
    this.#tickMs = checkMs('periodMs', periodMs, ticksOfPeriod) / ticksOfPeriod;
    this.#timer = setInterval(() => this.#tick(), this.#tickMs);
    this.#timer.unref();
  }

  #tick(): void {
    const now = performance.now();
    const lateMs = now - this.#tickAt - this.#tickMs;
    this.#longest = Math.max(this.#longest, lateMs);
    // Time that nobody ticked in counts, so that a period never lasts much longer than it should.
    this.#ticks += Math.max(1, Math.round((now - this.#tickAt) / this.#tickMs));
    this.#tickAt = now;
    if (this.#ticks < ticksOfPeriod) return;
    this.#periods = [...this.#periods, this.#longest].slice(-badPeriods);
    this.#longest = 0;
    this.#ticks = 0;
  }

  /** In words, when the last periods were all bad. One alone may be a pause of the machine, or a big list. */
  problem(): string | undefined {
    const bad =
      this.#periods.length === badPeriods &&
      this.#periods.every(ms => ms > this.maxDelayMs);
    if (!bad) return undefined;
    const figures = this.#periods.map(ms => `${Math.round(ms)} ms`).join(', ');
    return `stood still for ${figures} in the last ${badPeriods} periods of ${this.periodMs} ms; ${this.maxDelayMs} ms are allowed`;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
