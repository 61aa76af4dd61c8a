// The next key to reconcile: by priority, turns of groups, and age.
import { Priority } from './Controller';
import { FairLane, MayServe, QueueEntry } from './FairLane';
import { moreUrgent, priorities } from './priority';

/** A waiting key. */
export interface Waiting {
  readonly key: string;
  readonly priority: Priority;
  readonly group: string;
  /** When the wait started, in the caller's time. */
  readonly since: number;
}

interface Lane {
  readonly priority: Priority;
  queue: FairLane<Waiting>;
  /** Keys taken from more urgent lanes since this lane was served, while keys waited here. */
  passedOver: number;
}

/** A lane that was passed over this many times is served next. */
const maxPassedOver = 9;

/**
 * Waiting keys, each once. More urgent priorities go first; inside a priority groups take turns. A less urgent
 * priority is passed over at most nine times in a row (a few more when several are due), so that no key starves. Uses
 * no clock and no timers.
 */
export class PriorityLanes {
  readonly #lanes: readonly Lane[] = priorities.map(priority => ({
    priority,
    queue: new FairLane<Waiting>(),
    passedOver: 0,
  }));
  readonly #entries = new Map<string, QueueEntry<Waiting>>();

  constructor(private readonly groupOf: (key: string) => string) {}

  /** Number of waiting keys. */
  get size(): number {
    return this.#entries.size;
  }

  /** Adds a key. A key that already waits gets the more urgent of both priorities, and keeps its age. */
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

  /** Removes and returns the next key of a group that may be served. */
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

  /** Removes all waiting keys. */
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
