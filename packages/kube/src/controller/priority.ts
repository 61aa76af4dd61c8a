// How urgent a change is.
import { isDeepStrictEqual } from 'node:util';
import { CacheChange } from '../cache/Cache';
import { KubeObject, ObjectMeta } from '../types';
import { Priority } from './Controller';

/** The most urgent first. */
export const priorities = [
  'user',
  'status',
  'initial',
  'resync',
] as const satisfies readonly Priority[];

/** The more urgent of two. */
export const moreUrgent = (a: Priority, b: Priority): Priority =>
  priorities.indexOf(a) < priorities.indexOf(b) ? a : b;

/** The less urgent of two. */
export const lessUrgent = (a: Priority, b: Priority): Priority =>
  moreUrgent(a, b) === a ? b : a;

/** What people and tools change besides a spec. */
const intentOf = (metadata: ObjectMeta) => [
  metadata.generation,
  metadata.deletionTimestamp,
  metadata.labels,
  metadata.annotations,
  metadata.finalizers,
];

/**
 * How urgent a change is unless a watch says otherwise: `initial` for what was there at the start or came by a whole
 * list; `status` for an update that left `metadata.generation` as it was and neither labels, annotations, finalizers
 * nor deletion changed; else `user`: what is new, what is gone, and other updates. Objects without a generation (ConfigMaps, Secrets, Namespaces) do not tell their
 * status from the rest: their updates are `user`.
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
