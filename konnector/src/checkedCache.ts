/**
 * Validates the objects that a control plane's operators write on entry, so that an invalid one affects only itself.
 */
import type { ObjectReader, Result } from '@klutch/bind-api';
import { keyOf, type Cache, type KubeObject, type Logger } from '@klutch/kube';

/** A cache of valid objects. Changes passed to `subscribe` are not validated: listeners read the object by its key. */
export interface CheckedCache<T extends KubeObject> extends Cache<T> {
  /** Existing objects that are ignored as invalid, by key, with the reason in a sentence. */
  invalidObjects(): ReadonlyMap<string, string>;
}

/** @param read - validates an object; called once for each version of an object. */
export function checkedCache<T extends KubeObject>(
  cache: Cache<T>,
  read: ObjectReader<T>,
  logger: Logger,
): CheckedCache<T> {
  const readings = new WeakMap<T, Result<T>>();

  function readingOf(object: T): Result<T> {
    const known = readings.get(object);
    if (known) return known;
    const reading = read(object);
    readings.set(object, reading);
    if (!reading.ok) {
      const { error: why } = reading;
      logger.warn(
        { object: keyOf(object), why },
        'an invalid object is ignored',
      );
    }
    return reading;
  }

  const usable = (objects: readonly T[]): T[] =>
    objects.flatMap(object => {
      const reading = readingOf(object);
      return reading.ok ? [reading.value] : [];
    });

  return {
    resource: cache.resource,
    get synced() {
      return cache.synced;
    },
    get health() {
      return cache.health;
    },
    start: signal => cache.start(signal),
    whenSynced: signal => cache.whenSynced(signal),
    subscribe: listener => cache.subscribe(listener),
    onHealth: listener => cache.onHealth(listener),
    get(key) {
      const object = cache.get(key);
      return object && usable([object])[0];
    },
    list: () => usable(cache.list()),
    byIndex: (index, value) => usable(cache.byIndex(index, value)),
    invalidObjects: () =>
      new Map(
        cache.list().flatMap(object => {
          const reading = readingOf(object);
          return reading.ok ? [] : [[keyOf(object), reading.error] as const];
        }),
      ),
  };
}
