// Which key is next: by priority, by turns of groups, by age.
import { Priority } from './Controller';
import { FairLane, MayServe, QueueEntry } from './FairLane';
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
  queue: FairLane<Waiting>;
  /** Keys of more urgent lanes taken since this one was served, while somebody waited here. */
  passedOver: number;
}

/** A lane that was passed over so many times is next. */
const maxPassedOver = 9;

/**
 * Keys that wait, each once. The most urgent go first; inside a priority groups take turns. A less urgent priority is
 * passed over nine times in a row at most (by a few more when several are due), so nothing waits for ever.
 * Knows neither time nor timers.
 */
export class PriorityLanes {
  readonly #lanes: readonly Lane[] = priorities.map(priority => ({
    priority,
    queue: new FairLane<Waiting>(),
    passedOver: 0,
  }));
  readonly #entries = new Map<string, QueueEntry<Waiting>>();

  constructor(private readonly groupOf: (key: string) => string) {}

  /** Keys that wait. */
  get size(): number {
    return this.#entries.size;
  }

  /** Lets a key wait. One that waits already moves up to the more urgent priority, and keeps its age. */
  push(key: string, priority: Priority, now: number): void {
    const entry = this.#entries.get(key);
    const waiting = entry?.item.value;
    if (!entry || !waiting) {
      this.#enqueue({
        key,
        priority,
        group: this.groupOf(key),
        since: now,
      });
    } else if (moreUrgent(priority, waiting.priority) !== waiting.priority) {
      this.#laneOf(waiting.priority).queue.remove(entry);
      this.#enqueue({ ...waiting, priority });
    }
  }

  /** Takes the next key out, of a group that may be served. */
  shift(mayServe: MayServe = () => true): Waiting | undefined {
    const nonEmpty = this.#lanes.filter(({ queue }) => queue.has(mayServe));
    const lane =
      nonEmpty.find(({ passedOver }) => passedOver >= maxPassedOver) ??
      nonEmpty[0];
    if (!lane) return undefined;
    const lessUrgent = nonEmpty.slice(nonEmpty.indexOf(lane) + 1);
    lessUrgent.forEach(other => {
      other.passedOver += 1;
    });
    lane.passedOver = 0;
    const waiting = lane.queue.shift(mayServe);
    if (waiting) this.#entries.delete(waiting.key);
    return waiting;
  }

  /** Lets nobody wait any more. */
  clear(): void {
    this.#entries.clear();
    this.#lanes.forEach(lane => {
      lane.queue = new FairLane();
    });
  }

  #laneOf(priority: Priority): Lane {
    const lane = this.#lanes.find(each => each.priority === priority);
    if (!lane) throw new Error(`There is no priority "${priority}".`);
    return lane;
  }

  #enqueue(waiting: Waiting): void {
    const { queue } = this.#laneOf(waiting.priority);
    const entry = queue.push(waiting, waiting.group);
    this.#entries.set(waiting.key, entry);
  }
}
