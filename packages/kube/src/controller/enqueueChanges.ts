// Queues keys for the changes of caches.
import { CacheChange } from '../cache/Cache';
import { keyOf } from '../keys';
import { KubeObject } from '../types';
import { ControllerWatch, Priority } from './Controller';
import { priorityOf } from './priority';

/** The keys to reconcile for a change of an object. */
function keysFor<T extends KubeObject>(
  watch: ControllerWatch<T>,
  object: T,
  previous?: T,
): readonly string[] {
  if (!watch.key) return [keyOf(object)];
  const keys = watch.key(object, previous) ?? [];
  return typeof keys === 'string' ? [keys] : keys;
}

/** The keys of all cached objects at present. */
export function* currentKeys(
  watches: readonly ControllerWatch<KubeObject>[],
): Iterable<string> {
  for (const watch of watches) {
    for (const object of watch.cache.list()) yield* keysFor(watch, object);
  }
}

/**
 * Queues the keys of all cached objects, and then of each change.
 * @returns a function that unsubscribes
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
