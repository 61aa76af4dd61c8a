/** Claimed objects that a cluster does not take while the app cluster has none that an Event could be about. */
import { Tally } from '../feedback/Tally';
import { listOf, nothingCounted } from '../feedback/TallyReport';
import type { Trouble } from '../trouble';

/** Of one claimed type; its bindings tell of them. */
export class Untold {
  private readonly tally: Tally;
  /** By name, with what a person is to know. */
  private readonly whys = new Map<string, string>();
  private since = new Date();

  /** @param changed - called when {@link Untold.trouble} may have changed. */
  constructor(private readonly changed: () => void) {
    this.tally = new Tally({ changed });
  }

  /** Here is one. @param name - for people. @param why - a sentence or more. */
  found(name: string, why: string): void {
    const before = this.whys.get(name);
    if (before === why) return;
    if (this.whys.size === 0) this.since = new Date();
    this.whys.set(name, why);
    this.tally.found(name);
    if (before !== undefined) this.changed();
  }

  /** It is none, or none any more. */
  settle(name: string): void {
    this.whys.delete(name);
    this.tally.settle(name);
  }

  /** How many, the names of the first, and why the very first is not taken. */
  trouble(): Trouble | undefined {
    const found = this.tally.report() ?? nothingCounted;
    const [first] = found.names;
    if (first === undefined) return undefined;
    return {
      message: `${found.count} cannot be kept in step: ${listOf(found)}. Of ${first}: ${this.whys.get(first)}`,
      since: this.since,
    };
  }
}
