/** Namespaces of the app cluster as places for objects: whether there is one, and who hears of the next one. */
import type { Cache, Namespace, ObjectKey } from '@klutch/kube';

/** UID of the namespace in which an object can be made now; undefined when it is gone or going, or none is needed. */
export function homeOf(
  namespaces: Pick<Cache<Namespace>, 'get'>,
  { namespace }: ObjectKey,
): string | undefined {
  if (namespace === undefined) return undefined;
  const { uid, deletionTimestamp } = namespaces.get(namespace)?.metadata ?? {};
  return deletionTimestamp ? undefined : uid;
}

/** The namespace of an object is gone or going: nothing can be made there before {@link onNewHome} tells of another one. */
export const isHomeless = (
  namespaces: Pick<Cache<Namespace>, 'get'>,
  where: ObjectKey,
): boolean =>
  where.namespace !== undefined && homeOf(namespaces, where) === undefined;

/**
 * Tells of each namespace that is there from now on, also of one under the name of a former one.
 * @param signal - ends it.
 */
export function onNewHome(
  namespaces: Pick<Cache<Namespace>, 'subscribe'>,
  tell: (namespace: string) => void,
  signal: AbortSignal,
): void {
  const end = namespaces.subscribe(({ type, key }) => {
    if (type === 'added') tell(key);
  });
  signal.addEventListener('abort', end, { once: true });
}
