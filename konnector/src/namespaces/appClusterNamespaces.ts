/** Existence of the app cluster's namespaces, and notification of new ones. */
import type { Cache, Namespace, ObjectKey } from '@klutch/kube';
import { onAbort } from '../onAbort';

/**
 * UID of the namespace in which an object can be created; undefined when it is
 * missing or terminating, or the object is cluster-scoped.
 */
export function namespaceUidOf(
  namespaces: Pick<Cache<Namespace>, 'get'>,
  { namespace }: ObjectKey,
): string | undefined {
  if (namespace === undefined) return undefined;
  const { uid, deletionTimestamp } = namespaces.get(namespace)?.metadata ?? {};
  return deletionTimestamp ? undefined : uid;
}

/**
 * Whether the namespace of an object is missing or terminating: nothing can be
 * created there until {@link onNamespaceAdded} reports a new one.
 */
export const isNamespaceMissing = (
  namespaces: Pick<Cache<Namespace>, 'get'>,
  key: ObjectKey,
): boolean =>
  key.namespace !== undefined && namespaceUidOf(namespaces, key) === undefined;

/**
 * Calls back for each namespace that is added from now on, including recreated ones.
 * @param signal - unsubscribes.
 */
export function onNamespaceAdded(
  namespaces: Pick<Cache<Namespace>, 'subscribe'>,
  onAdded: (namespace: string) => void,
  signal: AbortSignal,
): void {
  const unsubscribe = namespaces.subscribe(({ type, key }) => {
    if (type === 'added') onAdded(key);
  });
  onAbort(signal, unsubscribe);
}
