/**
 * Which copies of an API are to be deleted, from the caches, or from the
 * results of earlier deletions where the caches do not show the copy.
 */
import { finalizers } from '@klutch/bind-api';
import { keyOf, type Cache, type Unstructured } from '@klutch/kube';
import type { ProviderCache } from '../providerCaches/ProviderCache';
import type { Mapping } from '../mapping/Mapping';
import type { DeletionSource, PendingDeletion } from './breaker/Breaker';
import { keepsCopy } from './planDeletion';

/** Result of the deletion of an object, from live reads. */
export interface ObservedDeletion {
  /** UID of the object that is being deleted. */
  object: string | undefined;
  /** The copy to delete, if any. */
  copy?: PendingDeletion;
}

/** Caches and memory of an API on both clusters. */
export interface DeletionContext {
  mapping: Mapping;
  consumers: Cache<Unstructured>;
  providers: ProviderCache<Unstructured>;
  memories: { of(key: string): { readonly deletion?: ObservedDeletion } };
}

const deletingIndexName = 'deleting';
const deleting = 'true';

/** Index of the app cluster's objects for {@link pendingDeletionSource}. */
export const deletionIndex = {
  [deletingIndexName]: ({ metadata }: Unstructured) =>
    metadata.deletionTimestamp ? [deleting] : [],
};

const deletesCopy = (object: Unstructured): boolean =>
  (object.metadata.finalizers ?? []).includes(finalizers.syncer) &&
  !keepsCopy(object);

/**
 * The existing copy of an object that is being deleted, from the caches;
 * undefined when there is none or it is not cached.
 */
export function pendingDeletionOf(
  { mapping, providers }: Pick<DeletionContext, 'mapping' | 'providers'>,
  object: Unstructured,
): PendingDeletion | undefined {
  if (!deletesCopy(object)) return undefined;
  const { namespace, name = '' } = object.metadata;
  const copyLocation = mapping.locate({ namespace, name });
  const copy =
    copyLocation.at === 'ready' ? providers.get(copyLocation.key) : undefined;
  if (!copy || copy.metadata.deletionTimestamp) return undefined;
  return { uid: copy.metadata.uid ?? '', name: keyOf(object) };
}

/** @param retry - called with the key of each object whose deletion may continue. */
export function pendingDeletionSource(
  context: DeletionContext,
  retry: (key: string) => void,
): DeletionSource {
  const { mapping, consumers, providers, memories } = context;
  const deletingObjects = () => consumers.byIndex(deletingIndexName, deleting);
  /**
   * The copy that is deleted with an object. A copy whose location is not ready, such as one that outlived its
   * APIServiceNamespace, is known only from the object's last deletion attempt.
   */
  const pendingDeletionFor = (
    object: Unstructured,
  ): PendingDeletion | 'none' | 'unknown' => {
    if (!deletesCopy(object)) return 'none';
    const { namespace, name = '', uid } = object.metadata;
    const copyLocation = mapping.locate({ namespace, name });
    if (copyLocation.at === 'ready') {
      const isKnown = providers.hasSynced(copyLocation.key);
      return (
        pendingDeletionOf(context, object) ?? (isKnown ? 'none' : 'unknown')
      );
    }
    const { deletion } = memories.of(keyOf(object));
    return deletion?.object === uid ? (deletion?.copy ?? 'none') : 'unknown';
  };
  return {
    copies: () => consumers.list().length,
    *pendingDeletions() {
      if (!consumers.synced) yield undefined;
      for (const object of deletingObjects()) {
        const copy = pendingDeletionFor(object);
        if (copy !== 'none') yield copy === 'unknown' ? undefined : copy;
      }
    },
    *keys() {
      for (const object of deletingObjects()) yield keyOf(object);
    },
    retry,
  };
}
