// Removes metadata that caches do not need.
import { KubeObject } from '../types';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The object without `managedFields` and kubectl's last-applied annotation: together often more than half of its
 * size, and of no use to readers of the cache. The argument is not changed.
 */
export function stripManagedFields<T extends KubeObject>(object: T): T {
  const { managedFields, ...metadata } = object.metadata;
  if (metadata.annotations && lastApplied in metadata.annotations) {
    const { [lastApplied]: dropped, ...annotations } = metadata.annotations;
    metadata.annotations = annotations;
  }
  return { ...object, metadata };
}
