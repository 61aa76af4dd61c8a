// The keys that are due, and which of them is next: by priority, turns of groups, and age.
import { Fifo } from '../Fifo';
import { Priority } from './Controller';
import { moreUrgent } from './priority';

/** A key that is due. */
export interface ReadyKey {
  readonly key: string;
  readonly priority: Priority;
  readonly group: string;
  /** When the key became due, in the caller's time. */
  readonly since: number;
}

/** The keys of one priority. */
class Lane {
  /** Only groups with keys, in the order of their turns. */
  readonly groups = new Map<string, Fifo<ReadyKey>>();
  /** Keys taken from more urgent lanes since this lane was served, while keys waited here. */
  passedOver = 0;

  push(ready: ReadyKey): void {
    const keys = this.groups.get(ready.group) ?? new Fifo();
    keys.push(ready);
    this.groups.set(ready.group, keys);
  }

  remove(ready: ReadyKey): void {
    const keys = this.groups.get(ready.group);
    keys?.remove(ready);
    if (keys?.size === 0) this.groups.delete(ready.group);
  }

  /** Removes and returns the first key of a group, which then waits for the turns of all others. */
  shift(group: string): ReadyKey | undefined {
    const keys = this.groups.get(group);
    this.groups.delete(group);
    const ready = keys?.shift();
    if (keys && keys.size > 0) this.groups.set(group, keys);
    return ready;
  }
}

/** A lane that was passed over this many times is served next. */
const maxPassedOver = 9;

/**
 * Keys that are due, each once. More urgent priorities go first; inside a priority groups take turns. A less urgent
 * priority is passed over at most nine times in a row (a few more when several are due), so that no key starves. No
 * group has more running keys than its limit. Uses no clock and no timers.
 */
export class ReadyKeys {
  /** The most urgent first. */
  readonly #lanes: Record<Priority, Lane> = {
    user: new Lane(),
    status: new Lane(),
    initial: new Lane(),
    resync: new Lane(),
  };
  readonly #keys = new Map<string, ReadyKey>();
  /** Running keys of each group. */
  readonly #running = new Map<string, number>();

  /** @param groupLimit - keys of one group that run at once */
  constructor(
    private readonly groupOf: (key: string) => string,
    private readonly groupLimit = Infinity,
  ) {}

  get size(): number {
    return this.#keys.size;
  }

  /** Adds a key. A key that is already due gets the more urgent of both priorities, and keeps its age. */
  push(key: string, priority: Priority, now: number): void {
    const before = this.#keys.get(key);
    if (before && moreUrgent(priority, before.priority) === before.priority) {
      return;
    }
    if (before) this.#lanes[before.priority].remove(before);
    const ready = before
      ? { ...before, priority }
      : { key, priority, group: this.groupOf(key), since: now };
    this.#lanes[priority].push(ready);
    this.#keys.set(key, ready);
  }

  /** Removes and returns the next key, which counts as running until `finished`. */
  take(): ReadyKey | undefined {
    const served = Object.values(this.#lanes).flatMap(lane => {
      const group = this.#nextGroup(lane);
      return group === undefined ? [] : [{ lane, group }];
    });
    const due = served.findIndex(
      ({ lane }) => lane.passedOver >= maxPassedOver,
    );
    const [next, ...lessUrgent] = served.slice(Math.max(due, 0));
    if (!next) return undefined;
    next.lane.passedOver = 0;
    for (const { lane } of lessUrgent) lane.passedOver += 1;
    const ready = next.lane.shift(next.group);
    if (ready) this.#keys.delete(ready.key);
    this.#running.set(next.group, this.#runningOf(next.group) + 1);
    return ready;
  }

  /** Ends the run of a key that was taken. */
  finished({ group }: ReadyKey): void {
    const running = this.#runningOf(group) - 1;
    if (running > 0) this.#running.set(group, running);
    else this.#running.delete(group);
  }

  /** Removes all keys that were not taken. */
  clear(): void {
    this.#keys.clear();
    Object.values(this.#lanes).forEach(({ groups }) => groups.clear());
  }

  #runningOf(group: string): number {
    return this.#running.get(group) ?? 0;
  }

  /** The next group that may have one more running key. */
  #nextGroup({ groups }: Lane): string | undefined {
    for (const group of groups.keys()) {
      if (this.#runningOf(group) < this.groupLimit) return group;
    }
    return undefined;
  }
}
