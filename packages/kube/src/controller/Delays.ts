// Keys that become due later: the timers of a queue.
import { checkRange } from '../limits';
import { maxTimerMs } from '../wait';
import { Priority } from './Controller';

/** When a key is due, in the time of `performance.now`, and its priority then. */
interface Delay {
  readonly dueAt: number;
  readonly priority: Priority;
}

/**
 * Checks the delay of a key in milliseconds.
 * @throws RangeError when it is negative or NaN
 */
export const checkDelay = (key: string, ms: number): number =>
  checkRange(`The delay of the key "${key}"`, ms, { min: 0, max: Infinity });

/** At most one timer per key. A key becomes due after 24 days at the latest. */
export class Delays {
  readonly #delays = new Map<string, Delay & { timer: NodeJS.Timeout }>();

  constructor(
    private readonly onDue: (key: string, priority: Priority) => void,
  ) {}

  get(key: string): Delay | undefined {
    return this.#delays.get(key);
  }

  /** Sets the due time of a key, replacing any earlier one. */
  set(key: string, { dueAt, priority }: Delay): void {
    clearTimeout(this.#delays.get(key)?.timer);
    const delayMs = Math.ceil(dueAt - performance.now());
    const timer = setTimeout(
      () => {
        this.#delays.delete(key);
        this.onDue(key, priority);
      },
      Math.min(Math.max(delayMs, 0), maxTimerMs),
    );
    this.#delays.set(key, { dueAt, priority, timer });
  }

  delete(key: string): void {
    clearTimeout(this.#delays.get(key)?.timer);
    this.#delays.delete(key);
  }

  clear(): void {
    for (const { timer } of this.#delays.values()) clearTimeout(timer);
    this.#delays.clear();
  }
}
