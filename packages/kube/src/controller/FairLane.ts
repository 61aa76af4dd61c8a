// Keys of one priority, in groups that take turns.
import { Node as ListNode, Yallist } from 'yallist';

interface Group<T> {
  name: string;
  waiting: Yallist<T>;
}

/** Position of an item in a lane, for removing it. */
export interface QueueEntry<T> {
  item: ListNode<T>;
  group: ListNode<Group<T>>;
}

/** Whether a group may be served now. */
export type MayServe = (group: string) => boolean;

/**
 * First come, first served inside a group; groups take turns. An item that is alone in its group waits for at most one
 * item of each other group. Every operation takes constant time, apart from skipping groups that may not be served.
 */
export class FairLane<T> {
  readonly #groups = new Map<string, ListNode<Group<T>>>();
  /** Groups with waiting items, in the order of their turns. */
  readonly #turns = Yallist.create<Group<T>>();

  /** Adds an item at the end of its group. */
  push(item: T, groupName: string): QueueEntry<T> {
    const node = new ListNode(item);
    const group = this.#groups.get(groupName) ?? this.#addGroup(groupName);
    group.value.waiting.pushNode(node);
    return { item: node, group };
  }

  /** Whether a group that may be served has a waiting item. */
  has(mayServe: MayServe): boolean {
    return this.#next(mayServe) !== undefined;
  }

  /** Removes and returns the first item of the next group that may be served. */
  shift(mayServe: MayServe): T | undefined {
    const group = this.#next(mayServe);
    if (!group) return undefined;
    const item = group.value.waiting.shift();
    if (group.value.waiting.length > 0) this.#turns.pushNode(group);
    else this.#removeGroup(group);
    return item;
  }

  /** Removes an item that was pushed and not yet shifted. */
  remove({ item, group }: QueueEntry<T>): void {
    group.value.waiting.removeNode(item);
    if (group.value.waiting.length === 0) this.#removeGroup(group);
  }

  #next(mayServe: MayServe): ListNode<Group<T>> | undefined {
    let group = this.#turns.head;
    while (group && !mayServe(group.value.name)) group = group.next;
    return group;
  }

  #addGroup(name: string): ListNode<Group<T>> {
    const group = new ListNode({ name, waiting: Yallist.create<T>() });
    this.#groups.set(name, group);
    this.#turns.pushNode(group);
    return group;
  }

  #removeGroup(group: ListNode<Group<T>>): void {
    this.#turns.removeNode(group);
    this.#groups.delete(group.value.name);
  }
}
