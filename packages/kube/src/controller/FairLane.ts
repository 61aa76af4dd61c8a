// Keys of one priority, in groups that take turns.
import { Node as ListNode, Yallist } from 'yallist';

interface Group<T> {
  name: string;
  waiting: Yallist<T>;
}

/** Where something waits in a lane, for taking it out again. */
export interface QueueEntry<T> {
  item: ListNode<T>;
  group: ListNode<Group<T>>;
}

/** Says of a group whether it may be served now. */
export type MayServe = (group: string) => boolean;

/**
 * First come first served inside a group, groups in turn: whoever comes as the only one of its group waits for at most
 * one of each other group. Every step takes the same time, however many wait; groups that may not be served are stepped
 * over.
 */
export class FairLane<T> {
  readonly #groups = new Map<string, ListNode<Group<T>>>();
  /** Groups in which somebody waits, the next to be served first. */
  readonly #turns = Yallist.create<Group<T>>();

  /** Lets something wait, as the last of its group. */
  push(item: T, groupName: string): QueueEntry<T> {
    const node = new ListNode(item);
    const group = this.#groups.get(groupName) ?? this.#addGroup(groupName);
    group.value.waiting.pushNode(node);
    return { item: node, group };
  }

  /** Whether somebody waits in a group that may be served. */
  has(mayServe: MayServe): boolean {
    return this.#next(mayServe) !== undefined;
  }

  /** Takes out the first of the group whose turn it is among those that may be served. */
  shift(mayServe: MayServe): T | undefined {
    const group = this.#next(mayServe);
    if (!group) return undefined;
    const item = group.value.waiting.shift();
    if (group.value.waiting.length > 0) this.#turns.pushNode(group);
    else this.#removeGroup(group);
    return item;
  }

  /** Takes out what was pushed and not yet shifted. */
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
