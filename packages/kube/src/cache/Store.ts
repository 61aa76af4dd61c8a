// The objects of a cache over time: each step returns the changes that it made. One writer, many readers.
import { keyOf } from '../keys';
import { Logger, silentLogger } from '../Logger';
import { KubeObject } from '../types';
import { CacheChange } from './Cache';
import { Indexer, IndexFunctions } from './Indexer';

type Source = CacheChange<KubeObject>['source'];

/** Resource versions are compared for equality only: their order is the server's own affair. */
const sameVersion = (a: KubeObject, b: KubeObject): boolean =>
  a.metadata.resourceVersion !== undefined &&
  a.metadata.resourceVersion === b.metadata.resourceVersion &&
  a.metadata.uid === b.metadata.uid;

/**
 * The changes between two states of an object. An object that was deleted and created again while no watch was open
 * is two changes, because listeners must see the end of the old identity.
 */
function classifyChange<T extends KubeObject>(
  key: string,
  previous: T | undefined,
  object: T | undefined,
  source: Source,
): CacheChange<T>[] {
  if (!previous) return object ? [{ type: 'added', key, object, source }] : [];
  if (!object) return [{ type: 'deleted', key, object: previous, source }];
  if (sameVersion(previous, object)) return [];
  if (previous.metadata.uid !== object.metadata.uid) {
    return [
      { type: 'deleted', key, object: previous, source },
      { type: 'added', key, object, source },
    ];
  }
  return [{ type: 'updated', key, object, previous, source }];
}

/** A list that is being read: the next state of a store, invisible until it is complete. */
export class Replacement<T extends KubeObject> {
  /** @param next - empty contents, which become the next state */
  constructor(
    private readonly current: Indexer<T>,
    readonly next: Indexer<T>,
  ) {}

  /** Adds an object. An unchanged object keeps its present instance. */
  put(object: T): void {
    const key = keyOf(object);
    const known = this.current.get(key);
    this.next.put(key, known && sameVersion(known, object) ? known : object);
  }

  /** Removes an object. */
  drop(object: T): void {
    this.next.drop(keyOf(object));
  }
}

/** The present objects of a cache. */
export class Store<T extends KubeObject> {
  #indexer: Indexer<T>;

  constructor(
    private readonly indexFunctions: IndexFunctions<T>,
    private readonly logger: Logger = silentLogger,
  ) {
    this.#indexer = new Indexer(indexFunctions, logger);
  }

  /** Number of objects. */
  get size(): number {
    return this.#indexer.size;
  }

  /** The object under a key. */
  get(key: string): T | undefined {
    return this.#indexer.get(key);
  }

  /** All present objects, in a new array. */
  list(): T[] {
    return [...this.#indexer.values()];
  }

  /**
   * The objects that have a value in an index at present, in a new array.
   * @throws Error when there is no such index
   */
  byIndex(name: string, value: string): T[] {
    return this.#indexer.byIndex(name, value);
  }

  /** Adds or updates an object. Returns the changes. */
  set(object: T): CacheChange<T>[] {
    const key = keyOf(object);
    const previous = this.#indexer.get(key);
    const changes = classifyChange(key, previous, object, 'watch');
    if (changes.length > 0) this.#indexer.put(key, object);
    return changes;
  }

  /** Removes an object; the argument is its last state. Returns the changes. */
  remove(object: T): CacheChange<T>[] {
    const key = keyOf(object);
    const previous = this.#indexer.get(key);
    if (!previous) return [];
    this.#indexer.drop(key);
    return [{ type: 'deleted', key, object, previous, source: 'watch' }];
  }

  /** An empty next state. Valid until the next {@link Store.set}, {@link Store.remove} or {@link Store.replace}. */
  beginReplace(): Replacement<T> {
    return new Replacement(
      this.#indexer,
      new Indexer(this.indexFunctions, this.logger),
    );
  }

  /**
   * Replaces the contents by the replacement in one step: readers see the old state or the new one, nothing in between.
   * Returns the changes, deletions first.
   */
  replace({ next }: Replacement<T>): CacheChange<T>[] {
    const before = this.#indexer;
    const changes: CacheChange<T>[] = [];
    for (const [key, previous] of before.entries()) {
      if (!next.get(key)) {
        changes.push({
          type: 'deleted',
          key,
          object: previous,
          source: 'list',
        });
      }
    }
    for (const [key, object] of next.entries()) {
      const found = classifyChange(key, before.get(key), object, 'list');
      if (found.length > 0) changes.push(...found);
    }
    this.#indexer = next;
    return changes;
  }
}
