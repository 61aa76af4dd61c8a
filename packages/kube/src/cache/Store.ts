// The objects of a cache, found by key and by index. One writer, many readers.
import { keyOf } from '../resources';
import { KubeObject } from '../types';
import { CacheChange } from './Cache';

type IndexFunctions<T> = Record<string, (object: T) => string[]>;

/** Values of one index, and the keys of the objects that have them. */
type Index = Map<string, Set<string>>;

const sameVersion = (a: KubeObject, b: KubeObject): boolean =>
  a.metadata.resourceVersion !== undefined &&
  a.metadata.resourceVersion === b.metadata.resourceVersion &&
  a.metadata.uid === b.metadata.uid;

/**
 * What turns one state of an object into another. An object that was deleted and created anew while nobody
 * watched is two changes: whoever holds its identity must see it end.
 */
export function classifyChange<T extends KubeObject>(
  key: string,
  previous: T | undefined,
  object: T | undefined,
): CacheChange<T>[] {
  if (!previous) return object ? [{ type: 'added', key, object }] : [];
  if (!object) return [{ type: 'deleted', key, object: previous }];
  if (sameVersion(previous, object)) return [];
  if (previous.metadata.uid !== object.metadata.uid) {
    return [
      { type: 'deleted', key, object: previous },
      { type: 'added', key, object },
    ];
  }
  return [{ type: 'updated', key, object, previous }];
}

export class Store<T extends KubeObject> {
  #objects = new Map<string, T>();
  readonly #indexes = new Map<string, Index>();

  /** @param indexFunctions - must not throw: what cannot be indexed has no values */
  constructor(private readonly indexFunctions: IndexFunctions<T>) {
    for (const name of Object.keys(indexFunctions)) {
      this.#indexes.set(name, new Map());
    }
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  list(): T[] {
    return [...this.#objects.values()];
  }

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

  /** Takes an object in. Returns what changed. */
  set(object: T): CacheChange<T>[] {
    const key = keyOf(object);
    const changes = classifyChange(key, this.#objects.get(key), object);
    if (changes.length > 0) this.#put(key, object);
    return changes;
  }

  /** Takes an object out; the argument is its last state. Returns what changed. */
  remove(object: T): CacheChange<T>[] {
    const key = keyOf(object);
    const previous = this.#objects.get(key);
    if (!previous) return [];
    this.#drop(key, previous);
    return [{ type: 'deleted', key, object, previous }];
  }

  /**
   * Becomes exactly these objects, in one step: readers see the old state or the new one, nothing between.
   * Returns the changes, deletions first.
   */
  replace(objects: Iterable<T>): CacheChange<T>[] {
    const next = new Map<string, T>();
    for (const object of objects) next.set(keyOf(object), object);
    const changes: CacheChange<T>[] = [];
    for (const [key, previous] of this.#objects) {
      if (!next.has(key)) {
        changes.push(...classifyChange(key, previous, undefined));
        this.#drop(key, previous);
      }
    }
    for (const [key, object] of next) {
      const found = classifyChange(key, this.#objects.get(key), object);
      if (found.length > 0) {
        changes.push(...found);
        this.#put(key, object);
      }
    }
    return changes;
  }

  #put(key: string, object: T): void {
    const previous = this.#objects.get(key);
    if (previous) this.#unindex(key, previous);
    this.#objects.set(key, object);
    for (const [name, index] of this.#indexes) {
      for (const value of this.#valuesOf(name, object)) {
        const keys = index.get(value);
        if (keys) keys.add(key);
        else index.set(value, new Set([key]));
      }
    }
  }

  #drop(key: string, previous: T): void {
    this.#unindex(key, previous);
    this.#objects.delete(key);
  }

  #unindex(key: string, object: T): void {
    for (const [name, index] of this.#indexes) {
      for (const value of this.#valuesOf(name, object)) {
        const keys = index.get(value);
        keys?.delete(key);
        if (keys?.size === 0) index.delete(value);
      }
    }
  }

  #valuesOf(name: string, object: T): string[] {
    return this.indexFunctions[name]?.(object) ?? [];
  }
}
