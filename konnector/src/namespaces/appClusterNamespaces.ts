/** Namespaces of the app cluster as places for objects: whether there is one, and who hears of the next one. */
import type { Cache, Namespace, ObjectKey } from '@klutch/kube';

/** UID of the namespace in which an object can be made now; undefined when it is gone or going, or none is needed. */
export function namespaceUidOf(
  namespaces: Pick<Cache<Namespace>, 'get'>,
  { namespace }: ObjectKey,
): string | undefined {
  if (namespace === undefined) return undefined;
  const { uid, deletionTimestamp } = namespaces.get(namespace)?.metadata ?? {};
  return deletionTimestamp ? undefined : uid;
}

/** The namespace of an object is gone or going: nothing can be made there before {@link onNamespaceAdded} tells of another one. */
export const isNamespaceMissing = (
  namespaces: Pick<Cache<Namespace>, 'get'>,
  key: ObjectKey,
): boolean =>
  key.namespace !== undefined && namespaceUidOf(namespaces, key) === undefined;

/**
 * Tells of each namespace that is there from now on, also of one under the name of a former one.
 * @param signal - ends it.
 */
export function onNamespaceAdded(
  namespaces: Pick<Cache<Namespace>, 'subscribe'>,
  onAdded: (namespace: string) => void,
  signal: AbortSignal,
): void {
  const unsubscribe = namespaces.subscribe(({ type, key }) => {
    if (type === 'added') onAdded(key);
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
}
