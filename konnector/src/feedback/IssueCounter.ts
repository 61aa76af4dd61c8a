/** Counts issues of named objects that a binding reports, such as copies without an object. */
import { firstNames, type IssueReport } from './IssueReport';

/**
 * Two watches are never in sync: an issue seen by comparing both counts only when it persists this long; milliseconds.
 */
export const watchLagToleranceMs = 10_000;

export interface IssueCounterOptions {
  /** Called when {@link IssueCounter.report} has changed. */
  changed: () => void;
  /** How long an issue must persist to count; default: counts immediately. Milliseconds. */
  afterMs?: number;
  /**
   * Calls `changed` only on the transition between zero and non-zero, as many
   * issues come and go in a row; default: on each change.
   */
  transitionsOnly?: boolean;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Counts the issues of one kind and one API or claimed type. */
export class IssueCounter {
  private readonly pendingSince = new Map<string, number>();
  /** Explanation for operators, by name; `''`: none. */
  private readonly counted = new Map<string, string>();
  private readonly now: () => number;

  constructor(private readonly options: IssueCounterOptions) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Adds an issue.
   * @param why - explanation for operators, a sentence or more.
   * @returns milliseconds after which to check again; undefined when the issue counts.
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

  resolve(name: string): void {
    this.pendingSince.delete(name);
    if (!this.counted.delete(name)) return;
    if (!this.options.transitionsOnly || this.counted.size === 0)
      this.options.changed();
  }

  /** Whether there is an issue that must persist to count. */
  isPending(name: string): boolean {
    return this.pendingSince.has(name);
  }

  /** Whether there is an issue that counts. */
  has(name: string): boolean {
    return this.counted.has(name);
  }

  /** Names of all issues, including those that do not count yet. */
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
