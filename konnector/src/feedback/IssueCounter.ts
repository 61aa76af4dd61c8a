/** Counts named things that a binding tells of, such as copies without an object. */
import { firstNames, type IssueReport } from './IssueReport';

/** Two watches are never at one moment: what shows in both only counts when it lasts so long; milliseconds. */
export const watchLagToleranceMs = 10_000;

/** What a {@link IssueCounter} is made with. */
export interface IssueCounterOptions {
  /** Called when {@link IssueCounter.report} has changed. */
  changed: () => void;
  /** How long something must last to count; default: it counts at once. Milliseconds. */
  afterMs?: number;
  /** Many come and go in a row, so only the first and the last are news; default: each is. */
  transitionsOnly?: boolean;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Of one kind and one API or claimed type. */
export class IssueCounter {
  private readonly pendingSince = new Map<string, number>();
  /** By name: what a person is to know of it; `''`: nothing in particular. */
  private readonly counted = new Map<string, string>();
  private readonly now: () => number;

  constructor(private readonly options: IssueCounterOptions) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Here is one.
   * @param why - what a person is to know of it, a sentence or more.
   * @returns milliseconds after which to look again; undefined when it counts.
   */
  add(name: string, why = ''): number | undefined {
    const previous = this.counted.get(name);
    if (previous === why) return undefined;
    const pendingSince = this.pendingSince.get(name) ?? this.now();
    const remainingMs = pendingSince + (this.options.afterMs ?? 0) - this.now();
    if (remainingMs > 0 && previous === undefined) {
      this.pendingSince.set(name, pendingSince);
      return remainingMs;
    }
    this.pendingSince.delete(name);
    this.counted.set(name, why);
    if (!this.options.transitionsOnly || this.counted.size === 1)
      this.options.changed();
    return undefined;
  }

  /** It is none, or none any more. */
  resolve(name: string): void {
    this.pendingSince.delete(name);
    if (!this.counted.delete(name)) return;
    if (!this.options.transitionsOnly || this.counted.size === 0)
      this.options.changed();
  }

  /** It is one, which has yet to last. */
  isPending(name: string): boolean {
    return this.pendingSince.has(name);
  }

  /** It counts. */
  has(name: string): boolean {
    return this.counted.has(name);
  }

  /** All that were found, also what has yet to last. */
  names(): string[] {
    return [...this.counted.keys(), ...this.pendingSince.keys()];
  }

  report(): IssueReport {
    const { size: count } = this.counted;
    const names = firstNames(this.counted.keys());
    const [first = ''] = names;
    const why = this.counted.get(first);
    return { count, names, ...(why && { why }) };
  }
}
