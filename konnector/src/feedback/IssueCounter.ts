/** Counts issues of objects that a binding reports by name, such as copies without an object. */
import { firstNames, type IssueReport } from './IssueReport';
import type { IssueKind } from './issueKinds';

export interface IssueCounterOptions extends Pick<
  IssueKind,
  'afterMs' | 'transitionsOnly'
> {
  /** Called when {@link IssueCounter.report} has changed. */
  changed: () => void;
  /** Name of a key in the report, with the same order as the keys. Default: the key. */
  nameOf?: (key: string) => string;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Counts the issues of one kind and one API or claimed type. */
export class IssueCounter {
  private readonly pendingSince = new Map<string, number>();
  /** Explanation for operators, by key; `''`: none. */
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
  add(key: string, why = ''): number | undefined {
    const previous = this.counted.get(key);
    if (previous === why) return undefined;
    const pendingSince = this.pendingSince.get(key) ?? this.now();
    const remainingMs = pendingSince + (this.options.afterMs ?? 0) - this.now();
    if (remainingMs > 0 && previous === undefined) {
      this.pendingSince.set(key, pendingSince);
      return remainingMs;
    }
    this.pendingSince.delete(key);
    this.counted.set(key, why);
    if (!this.options.transitionsOnly || this.counted.size === 1)
      this.options.changed();
    return undefined;
  }

  resolve(key: string): void {
    this.pendingSince.delete(key);
    if (!this.counted.delete(key)) return;
    if (!this.options.transitionsOnly || this.counted.size === 0)
      this.options.changed();
  }

  /** Whether there is an issue that must persist to count. */
  isPending(key: string): boolean {
    return this.pendingSince.has(key);
  }

  /** Whether there is an issue that counts. */
  has(key: string): boolean {
    return this.counted.has(key);
  }

  /** Keys of all issues, including those that do not count yet. */
  keys(): string[] {
    return [...this.counted.keys(), ...this.pendingSince.keys()];
  }

  report(): IssueReport {
    const { size: count } = this.counted;
    const { nameOf = key => key } = this.options;
    const keys = firstNames(this.counted.keys());
    const [first = ''] = keys;
    const why = this.counted.get(first);
    return { count, names: keys.map(nameOf), ...(why && { why }) };
  }
}
