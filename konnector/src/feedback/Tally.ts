/** Counts named things that a binding tells of, such as copies without an object. */
import { firstOf, type TallyReport } from './TallyReport';

/** Two watches are never at one moment: what shows in both only counts when it lasts so long; milliseconds. */
export const watchesAgreeMs = 10_000;

/** What a {@link Tally} is made with. */
export interface TallyOptions {
  /** Called when {@link Tally.report} has changed. */
  changed: () => void;
  /** How long something must last to count; default: it counts at once. Milliseconds. */
  afterMs?: number;
  /** Many come and go in a row, so only the first and the last are news; default: each is. */
  inRows?: boolean;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Of one kind and one API or claimed type. */
export class Tally {
  private readonly since = new Map<string, number>();
  /** By name: what a person is to know of it; `''`: nothing in particular. */
  private readonly lasting = new Map<string, string>();
  private readonly now: () => number;

  constructor(private readonly options: TallyOptions) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Here is one.
   * @param why - what a person is to know of it, a sentence or more.
   * @returns milliseconds after which to look again; undefined when it counts.
   */
  found(name: string, why = ''): number | undefined {
    const before = this.lasting.get(name);
    if (before === why) return undefined;
    const since = this.since.get(name) ?? this.now();
    const rest = since + (this.options.afterMs ?? 0) - this.now();
    if (rest > 0 && before === undefined) {
      this.since.set(name, since);
      return rest;
    }
    this.since.delete(name);
    this.lasting.set(name, why);
    if (!this.options.inRows || this.lasting.size === 1) this.options.changed();
    return undefined;
  }

  /** It is none, or none any more. */
  settle(name: string): void {
    this.since.delete(name);
    if (!this.lasting.delete(name)) return;
    if (!this.options.inRows || this.lasting.size === 0) this.options.changed();
  }

  /** It is one, which has yet to last. */
  isPending(name: string): boolean {
    return this.since.has(name);
  }

  /** It counts. */
  has(name: string): boolean {
    return this.lasting.has(name);
  }

  /** All that were found, also what has yet to last. */
  names(): string[] {
    return [...this.lasting.keys(), ...this.since.keys()];
  }

  report(): TallyReport {
    const { size: count } = this.lasting;
    const names = firstOf(this.lasting.keys());
    const [first = ''] = names;
    const why = this.lasting.get(first);
    return { count, names, ...(why && { why }) };
  }
}
