/** Counts named things that a binding tells of, such as copies without an object. */
import { firstOf, type TallyReport } from './TallyReport';

/** Two watches are never at one moment: what shows in both only counts when it lasts so long; milliseconds. */
export const watchesAgreeMs = 10_000;

/** What a {@link Tally} is made with. */
export interface TallyOptions {
  /** Called when {@link Tally.report} may have changed. */
  changed: () => void;
  /** How long something must last to count; default: it counts at once. Milliseconds. */
  afterMs?: number;
  /** Whether all is known where it is looked for; default: always. */
  ready?: () => boolean;
  /** Clock in milliseconds, for tests. */
  now?: () => number;
}

/** Of one kind and one API or claimed type. */
export class Tally {
  private readonly since = new Map<string, number>();
  /** By name: what a person is to know of it; `''`: nothing in particular. */
  private readonly lasting = new Map<string, string>();
  private readonly now: () => number;
  private startedAt: number;

  constructor(private readonly options: TallyOptions) {
    this.now = options.now ?? Date.now;
    this.startedAt = this.now();
  }

  /** It is looked for from now on; before that, nothing was found because nobody looked. */
  begin(): void {
    this.startedAt = this.now();
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
    this.options.changed();
    return undefined;
  }

  /** It is none, or none any more. */
  settle(name: string): void {
    this.since.delete(name);
    if (this.lasting.delete(name)) this.options.changed();
  }

  /** All that count. */
  names(): Iterable<string> {
    return this.lasting.keys();
  }

  /** Undefined as long as it is too early to say: none was found where not all is known, or not all was looked at. */
  report(): TallyReport | undefined {
    const { size: count } = this.lasting;
    if (count === 0 && this.options.ready?.() === false) {
      this.begin();
      return undefined;
    }
    if (count === 0 && this.now() < this.startedAt + 2 * watchesAgreeMs) {
      return undefined;
    }
    const names = firstOf(this.lasting.keys());
    const [first = ''] = names;
    const why = this.lasting.get(first);
    return { count, names, ...(why && { why }) };
  }
}
