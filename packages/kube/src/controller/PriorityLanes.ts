// Which key is next: by priority, by turns of groups, by age.
import { Priority } from './Controller';
import { FairLane, MayServe, Place } from './FairLane';
import { moreUrgent, priorities } from './priority';

/** A key that waits. */
export interface Waiting {
  readonly key: string;
  readonly priority: Priority;
  readonly group: string;
  /** When it began to wait, in the caller's time. */
  readonly since: number;
}

interface Lane {
  readonly priority: Priority;
  line: FairLane<Waiting>;
  /** Keys of more urgent lanes taken since this one was served, while somebody waited here. */
  passedOver: number;
}

/** A lane that was passed over so many times is next. */
const patience = 9;

/**
 * Keys that wait, each once. The most urgent go first; inside a priority groups take turns. A less urgent priority is
 * passed over nine times in a row at most (by a few more when several are due), so nothing waits for ever.
 * Knows neither time nor timers.
 */
export class PriorityLanes {
  readonly #lanes: readonly Lane[] = priorities.map(priority => ({
    priority,
    line: new FairLane<Waiting>(),
    passedOver: 0,
  }));
  readonly #places = new Map<string, Place<Waiting>>();

  constructor(private readonly groupOf: (key: string) => string) {}

  /** Keys that wait. */
  get size(): number {
    return this.#places.size;
  }

  /** Lets a key wait. One that waits already moves up to the more urgent priority, and keeps its age. */
  push(key: string, priority: Priority, now: number): void {
    const place = this.#places.get(key);
    const waiting = place?.item.value;
    if (!place || !waiting) {
      this.#enter({
        key,
        priority,
        group: this.groupOf(key),
        since: now,
      });
    } else if (moreUrgent(priority, waiting.priority) !== waiting.priority) {
      this.#laneOf(waiting.priority).line.remove(place);
      this.#enter({ ...waiting, priority });
    }
  }

  /** Takes the next key out, of a group that may be served. */
  shift(mayServe: MayServe = () => true): Waiting | undefined {
    const waitedFor = this.#lanes.filter(({ line }) => line.has(mayServe));
    const lane =
      waitedFor.find(({ passedOver }) => passedOver >= patience) ??
      waitedFor[0];
    if (!lane) return undefined;
    const lessUrgent = waitedFor.slice(waitedFor.indexOf(lane) + 1);
    lessUrgent.forEach(other => {
      other.passedOver += 1;
    });
    lane.passedOver = 0;
    const waiting = lane.line.shift(mayServe);
    if (waiting) this.#places.delete(waiting.key);
    return waiting;
  }

  /** Lets nobody wait any more. */
  clear(): void {
    this.#places.clear();
    this.#lanes.forEach(lane => {
      lane.line = new FairLane();
    });
  }

  #laneOf(priority: Priority): Lane {
    const lane = this.#lanes.find(each => each.priority === priority);
    if (!lane) throw new Error(`There is no priority "${priority}".`);
    return lane;
  }

  #enter(waiting: Waiting): void {
    const { line } = this.#laneOf(waiting.priority);
    const place = line.push(waiting, waiting.group);
    this.#places.set(waiting.key, place);
  }
}
