// Operations on a queue, and a simple model of it: which keys must still run, and which are running.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KeyedQueue } from '../KeyedQueue';
import { priorities } from '../priority';

export interface Model {
  /** Keys added since the start of their last run, which must run again. */
  owed: Set<string>;
  /** Due times of delayed keys. */
  later: Map<string, number>;
  /** Keys whose last run failed and that have not run again, with the latest time of the retry. */
  retries: Map<string, number>;
  /** Until when the server's `Retry-After` blocks a key. */
  held: Map<string, number>;
  running: Set<string>;
  now: number;
  closed: boolean;
}

type QueueCommand = fc.Command<Model, KeyedQueue>;

/** Timers fire at whole milliseconds, up to one late for waits with a random part. */
const roundingMs = 1;

class Add implements QueueCommand {
  constructor(
    readonly key: string,
    readonly priority: (typeof priorities)[number],
  ) {}
  check = () => true;
  run(model: Model, queue: KeyedQueue) {
    queue.add(this.key, this.priority);
    if (!model.closed) model.owed.add(this.key);
  }
  toString = () => `add(${this.key}, ${this.priority})`;
}

class AddAfter implements QueueCommand {
  constructor(
    readonly key: string,
    readonly delayMs: number,
  ) {}
  check = () => true;
  run(model: Model, queue: KeyedQueue) {
    queue.addAfter(this.key, this.delayMs);
    if (model.closed) return;
    if (this.delayMs === 0) {
      model.owed.add(this.key);
      return;
    }
    const dueAt = model.now + this.delayMs;
    model.later.set(
      this.key,
      Math.min(dueAt, model.later.get(this.key) ?? dueAt),
    );
  }
  toString = () => `addAfter(${this.key}, ${this.delayMs})`;
}

export class Take implements QueueCommand {
  check = () => true;
  run(model: Model, queue: KeyedQueue) {
    const depth = queue.depth;
    const key = queue.tryTake()?.key;
    if (key === undefined) {
      assert.equal(depth, 0);
      const due = [...model.owed].filter(
        each => !model.running.has(each) && !model.retries.has(each),
      );
      assert.deepEqual(due, []);
      return;
    }
    assert.equal(queue.depth, depth - 1);
    assert(!model.running.has(key), 'two workers on one key');
    assert(!model.closed, 'given after the close');
    assert(model.owed.has(key) || model.retries.has(key), 'given for nothing');
    const heldUntil = model.held.get(key) ?? 0;
    assert(model.now >= heldUntil, 'given before Retry-After');
    model.owed.delete(key);
    model.retries.delete(key);
    model.running.add(key);
  }
  toString = () => 'take()';
}

class Succeed implements QueueCommand {
  constructor(readonly key: string) {}
  check = (model: Readonly<Model>) => model.running.has(this.key);
  run(model: Model, queue: KeyedQueue) {
    queue.succeeded(this.key);
    model.running.delete(this.key);
  }
  toString = () => `succeeded(${this.key})`;
}

class Fail implements QueueCommand {
  constructor(
    readonly key: string,
    readonly retryAfterMs: number,
  ) {}
  check = (model: Readonly<Model>) => model.running.has(this.key);
  run(model: Model, queue: KeyedQueue) {
    const delayMs = queue.failed(this.key, this.retryAfterMs);
    model.running.delete(this.key);
    assert(delayMs >= this.retryAfterMs);
    if (!model.closed) model.retries.set(this.key, model.now + delayMs);
    model.held.set(this.key, model.now + this.retryAfterMs);
  }
  toString = () => `failed(${this.key}, ${this.retryAfterMs})`;
}

class Wait implements QueueCommand {
  constructor(readonly ms: number) {}
  check = () => true;
  run(model: Model) {
    jest.advanceTimersByTime(this.ms);
    model.now += this.ms;
    for (const [key, dueAt] of model.later) {
      if (dueAt > model.now) continue;
      model.later.delete(key);
      model.owed.add(key);
    }
    for (const [key, dueAt] of model.retries) {
      if (dueAt + roundingMs > model.now) continue;
      model.retries.delete(key);
      model.owed.add(key);
    }
  }
  toString = () => `wait(${this.ms})`;
}

export class Close implements QueueCommand {
  check = () => true;
  run(model: Model, queue: KeyedQueue) {
    queue.close();
    model.closed = true;
    [model.owed, model.later, model.retries].forEach(each => each.clear());
    assert.equal(queue.depth, 0);
    assert.equal(jest.getTimerCount(), 0);
  }
  toString = () => 'close()';
}

export const newModel = (): Model => ({
  owed: new Set(),
  later: new Map(),
  retries: new Map(),
  held: new Map(),
  running: new Set(),
  now: 0,
  closed: false,
});

const anyKey = fc.constantFrom('a/1', 'a/2', 'b/1', 'c/1');
const delayMs = fc.nat(3000);
export const anyCommands = fc.commands(
  [
    fc
      .tuple(anyKey, fc.constantFrom(...priorities))
      .map(([key, priority]) => new Add(key, priority)),
    fc.tuple(anyKey, delayMs).map(([key, ms]) => new AddAfter(key, ms)),
    fc.constant(new Take()),
    anyKey.map(key => new Succeed(key)),
    fc
      .tuple(anyKey, fc.constantFrom(0, 0, 1500))
      .map(([key, ms]) => new Fail(key, ms)),
    delayMs.map(ms => new Wait(ms)),
  ],
  { maxCommands: 200, size: 'max' },
);

/** Runs all keys that must still run. */
export function finish(model: Model, queue: KeyedQueue): void {
  const steps = 100;
  for (let step = 0; step < steps; step += 1) {
    [...model.running].forEach(key => new Succeed(key).run(model, queue));
    new Wait(10_000).run(model);
    while (queue.depth > 0) new Take().run(model, queue);
    if (model.running.size === 0) break;
  }
  new Take().run(model, queue);
}
