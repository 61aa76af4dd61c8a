// One state of a cache: objects by key and by index.
import { Logger } from '../Logger';
import { KubeObject } from '../types';

/** Named functions that return the values under which an object is found. */
export type IndexFunctions<T> = Record<string, (object: T) => string[]>;

/** Values of one index, and the keys of the objects that have them. */
type Index = Map<string, Set<string>>;

/** Objects by key, with indexes that are updated on each change. */
export class Indexer<T extends KubeObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index>();

  constructor(
    private readonly indexFunctions: IndexFunctions<T>,
    private readonly logger: Logger,
  ) {
    for (const name of Object.keys(indexFunctions)) {
      this.#indexes.set(name, new Map());
    }
  }

  /** Number of objects. */
  get size(): number {
    return this.#objects.size;
  }

  /** The object under a key. */
  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** All objects, in no particular order. */
  values(): MapIterator<T> {
    return this.#objects.values();
  }

  /** All keys with their objects. */
  entries(): MapIterator<[string, T]> {
    return this.#objects.entries();
  }

  /**
   * The objects that have a value in an index.
   * @throws Error when there is no such index
   */
  byIndex(name: string, value: string): T[] {
    const index = this.#indexes.get(name);
    if (!index) {
      throw new Error(
        `There is no index "${name}". The cache has: ${
          [...this.#indexes.keys()].join(', ') || 'none'
        }.`,
      );
    }
    const objects: T[] = [];
    for (const key of index.get(value) ?? []) {
      const object = this.#objects.get(key);
      if (object) objects.push(object);
    }
    return objects;
  }

  /** Stores an object, replacing the one under its key. */
  put(key: string, object: T): void {
    this.#unindex(key);
    this.#objects.set(key, object);
    for (const [name, index] of this.#indexes) {
      for (const value of this.#valuesOf(name, object)) {
        const keys = index.get(value);
        if (keys) keys.add(key);
        else index.set(value, new Set([key]));
      }
    }
  }

  /** Removes the object under a key. */
  drop(key: string): void {
    this.#unindex(key);
    this.#objects.delete(key);
  }

  #unindex(key: string): void {
    const object = this.#objects.get(key);
    if (!object) return;
    for (const [name, index] of this.#indexes) {
      for (const value of this.#valuesOf(name, object)) {
        const keys = index.get(value);
        keys?.delete(key);
        if (keys?.size === 0) index.delete(value);
      }
    }
  }

  /** None when the function throws: an error of the caller's must not stop the stream. */
  #valuesOf(name: string, object: T): string[] {
    try {
      return this.indexFunctions[name]?.(object) ?? [];
    } catch (error) {
      this.logger.error(
        { err: error, index: name, object: object.metadata.name },
        'an index function failed; the object is not in this index',
      );
      return [];
    }
  }
}
