// From caches to keys.
import { CacheChange } from '../cache/Cache';
import { keyOf } from '../keys';
import { KubeObject } from '../types';
import { ControllerWatch, Priority } from './Controller';
import { priorityOf } from './priority';

/** The keys that a change of an object concerns. */
function keysFor<T extends KubeObject>(
  watch: ControllerWatch<T>,
  object: T,
  previous?: T,
): readonly string[] {
  if (!watch.key) return [keyOf(object)];
  const keys = watch.key(object, previous) ?? [];
  return typeof keys === 'string' ? [keys] : keys;
}

/** The keys of everything that is in the caches at this moment. */
export function* currentKeys(
  watches: readonly ControllerWatch<KubeObject>[],
): Iterable<string> {
  for (const watch of watches) {
    for (const object of watch.cache.list()) yield* keysFor(watch, object);
  }
}

/**
 * Adds the keys of what is in the cache, and from now on of what changes.
 * @returns how to end that
 */
export function enqueueChanges<T extends KubeObject>(
  watch: ControllerWatch<T>,
  add: (key: string, priority: Priority) => void,
): () => void {
  const handle = (change: CacheChange<T>) => {
    const { object, previous } = change;
    const priority = (watch.priority ?? priorityOf)(change);
    keysFor(watch, object, previous).forEach(key => add(key, priority));
  };
  const end = watch.cache.subscribe(handle);
  for (const object of watch.cache.list()) {
    handle({ type: 'added', key: keyOf(object), object, source: 'list' });
  }
  return end;
}
