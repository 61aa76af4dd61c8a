/** Named things that a binding tells of in a condition, such as copies without an object: how many, and which first. */

/** Two watches are never at one moment: what shows in both only counts when it lasts so long; milliseconds. */
export const watchesAgreeMs = 10_000;
/** So many are named; when they are resolved, the next ones are. */
const named = 50;

/** Findings, as their binding tells of them. */
export interface FindingReport {
  count: number;
  /** Sorted; not all of many. */
  names: string[];
}

/** It was looked, and there is none. */
export const nothingFound: FindingReport = { count: 0, names: [] };

const firstOf = (names: Iterable<string>) => [...names].sort().slice(0, named);

/** The names in one text, with a sign that there are more. */
export const listOf = ({ count, names }: FindingReport): string =>
  `${names.join(', ')}${count > names.length ? ', …' : ''}`;

/** What several found, as one report; undefined as long as one of them cannot say. */
export function together(
  reports: readonly (FindingReport | undefined)[],
): FindingReport | undefined {
  const known = reports.filter(report => report !== undefined);
  if (known.length < reports.length) return undefined;
  return {
    count: known.reduce((sum, { count }) => sum + count, 0),
    names: firstOf(known.flatMap(({ names }) => names)),
  };
}

/** Of one kind and one API or claimed type. */
export class Findings {
  private readonly since = new Map<string, number>();
  private readonly lasting = new Set<string>();
  private readonly now: () => number;
  private startedAt: number;

  /**
   * @param options.changed - called when {@link Findings.report} may have changed.
   * @param options.afterMs - how long something must last to count; default: it counts at once. Milliseconds.
   * @param options.ready - whether all is known where it is looked for; default: always.
   * @param options.now - clock in milliseconds, for tests.
   */
  constructor(
    private readonly options: {
      changed: () => void;
      afterMs?: number;
      ready?: () => boolean;
      now?: () => number;
    },
  ) {
    this.now = options.now ?? Date.now;
    this.startedAt = this.now();
  }

  /** It is looked for from now on; before that, nothing was found because nobody looked. */
  begin(): void {
    this.startedAt = this.now();
  }

  /** Here is one. @returns milliseconds after which to look again; undefined when it counts. */
  found(name: string): number | undefined {
    if (this.lasting.has(name)) return undefined;
    const since = this.since.get(name) ?? this.now();
    const rest = since + (this.options.afterMs ?? 0) - this.now();
    if (rest > 0) {
      this.since.set(name, since);
      return rest;
    }
    this.since.delete(name);
    this.lasting.add(name);
    this.options.changed();
    return undefined;
  }

  /** It is none, or none any more. */
  settle(name: string): void {
    this.since.delete(name);
    if (this.lasting.delete(name)) this.options.changed();
  }

  /** Undefined as long as it is too early to say: none was found where not all is known, or not all was looked at. */
  report(): FindingReport | undefined {
    const { size: count } = this.lasting;
    if (count === 0 && this.options.ready?.() === false) {
      this.begin();
      return undefined;
    }
    if (count === 0 && this.now() < this.startedAt + 2 * watchesAgreeMs) {
      return undefined;
    }
    return { count, names: firstOf(this.lasting) };
  }
}
