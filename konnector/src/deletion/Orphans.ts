/** Copies whose object is gone from the app cluster without a deletion we saw. They are never deleted, only told of. */

/** A copy may be without its object for so long, as two watches are never at one moment; milliseconds. */
export const orphanAfterMs = 10_000;
/** So many are named; when they are resolved, the next ones are. */
const named = 50;

/** Orphans, as their binding tells of them. */
export interface OrphanReport {
  count: number;
  /** Their objects' `namespace/name`, or `name`, sorted; not all of many. */
  names: string[];
}

/** Of one API; keys are those of the app cluster. */
export class Orphans {
  private readonly since = new Map<string, number>();
  private readonly lasting = new Set<string>();
  private startedAt: number;

  /**
   * @param changed - called when {@link Orphans.report} may have changed.
   * @param now - clock in milliseconds, for tests.
   */
  constructor(
    private readonly changed: () => void,
    private readonly now: () => number = Date.now,
  ) {
    this.startedAt = now();
  }

  /** Copies are looked at from now on; before that, nothing was found because nobody looked. */
  begin(): void {
    this.startedAt = this.now();
  }

  /** A copy has no object. @returns milliseconds after which to look again; undefined when it counts. */
  found(key: string): number | undefined {
    const since = this.since.get(key) ?? this.now();
    this.since.set(key, since);
    const rest = since + orphanAfterMs - this.now();
    if (rest > 0) return rest;
    if (!this.lasting.has(key)) {
      this.lasting.add(key);
      this.changed();
    }
    return undefined;
  }

  /** It has an object again, or is gone. */
  settle(key: string): void {
    this.since.delete(key);
    if (this.lasting.delete(key)) this.changed();
  }

  /** Undefined as long as it is too early to say. */
  report(): OrphanReport | undefined {
    const { size: count } = this.lasting;
    if (count === 0 && this.now() < this.startedAt + 2 * orphanAfterMs) {
      return undefined;
    }
    return { count, names: [...this.lasting].sort().slice(0, named) };
  }
}
