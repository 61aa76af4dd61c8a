// Priorities of changes.
import { isDeepStrictEqual } from 'node:util';
import { CacheChange } from '../cache/Cache';
import { KubeObject, ObjectMeta } from '../types';
import { Priority } from './Controller';

/** All priorities, the most urgent first. */
export const priorities = [
  'user',
  'status',
  'initial',
  'resync',
] as const satisfies readonly Priority[];

/** The more urgent of two priorities. */
export const moreUrgent = (a: Priority, b: Priority): Priority =>
  priorities.indexOf(a) < priorities.indexOf(b) ? a : b;

/** The less urgent of two priorities. */
export const lessUrgent = (a: Priority, b: Priority): Priority =>
  moreUrgent(a, b) === a ? b : a;

/** The metadata that people and tools change, besides the spec. */
const intentOf = (metadata: ObjectMeta) => [
  metadata.generation,
  metadata.deletionTimestamp,
  metadata.labels,
  metadata.annotations,
  metadata.finalizers,
];

/**
 * Default priority of a change: `initial` for objects that existed at the start or came with a whole list; `status`
 * for an update that changed neither `metadata.generation` nor labels, annotations, finalizers or the deletion;
 * otherwise `user`: new objects, deleted ones, and other updates. Objects without a generation (ConfigMaps, Secrets,
 * Namespaces) do not separate status from spec: their updates are `user`.
 */
export function priorityOf<T extends KubeObject>(
  change: CacheChange<T>,
): Priority {
  const { type, source, object, previous } = change;
  if (source === 'list') return 'initial';
  if (type !== 'updated' || !previous) return 'user';
  if (object.metadata.generation === undefined) return 'user';
  const sameIntent = isDeepStrictEqual(
    intentOf(object.metadata),
    intentOf(previous.metadata),
  );
  return sameIntent ? 'status' : 'user';
}
