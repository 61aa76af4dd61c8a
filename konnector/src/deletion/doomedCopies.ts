/** Which copies of an API are to be deleted, by the caches, and where these show nothing by what deletions found. */
import { finalizers } from '@klutch/bind-api';
import { keyOf, type Cache, type Unstructured } from '@klutch/kube';
import type { ProviderObjects } from '../copies/ProviderObjects';
import type { Mapping } from '../mapping/Mapping';
import type { DeletionSource, Doomed } from './breaker/Breaker';
import { isToKeep } from './planDeletion';

/** What the deletion of an object found live. */
export interface SeenDeletion {
  /** UID of the object that is being deleted. */
  object: string | undefined;
  /** The copy to be deleted, if any. */
  copy?: Doomed;
}

/** What is known of an API on both clusters. */
export interface Known {
  mapping: Mapping;
  consumers: Cache<Unstructured>;
  providers: ProviderObjects<Unstructured>;
  memories: { of(key: string): { readonly deletion?: SeenDeletion } };
}

const byDeletion = 'deleting';
const deleting = 'true';

/** Index of the app cluster's objects that {@link doomedCopies} needs. */
export const deletionIndex = {
  [byDeletion]: ({ metadata }: Unstructured) =>
    metadata.deletionTimestamp ? [deleting] : [],
};

const takesCopyAlong = (object: Unstructured): boolean =>
  (object.metadata.finalizers ?? []).includes(finalizers.syncer) &&
  !isToKeep(object);

/** The live copy of an object that is being deleted, by the caches; undefined when there is none, or they do not show it. */
export function doomedCopyOf(
  { mapping, providers }: Pick<Known, 'mapping' | 'providers'>,
  object: Unstructured,
): Doomed | undefined {
  if (!takesCopyAlong(object)) return undefined;
  const { namespace, name = '' } = object.metadata;
  const place = mapping.place({ namespace, name });
  const copy = place.at === 'ready' ? providers.get(place.key) : undefined;
  if (!copy || copy.metadata.deletionTimestamp) return undefined;
  return { uid: copy.metadata.uid ?? '', name: keyOf(object) };
}

/** @param again - called with the key of each object whose deletion may go on. */
export function doomedCopies(
  known: Known,
  again: (key: string) => void,
): DeletionSource {
  const { mapping, consumers, providers, memories } = known;
  const goners = () => consumers.byIndex(byDeletion, deleting);
  /** The copy that goes with an object. A copy at a place that is not ready, as one that outlived its APIServiceNamespace, is seen by its deletion only. */
  const copyOf = (object: Unstructured): Doomed | 'none' | 'unknown' => {
    if (!takesCopyAlong(object)) return 'none';
    const { namespace, name = '', uid } = object.metadata;
    const place = mapping.place({ namespace, name });
    if (place.at === 'ready') {
      const isKnown = providers.known(place.key);
      return doomedCopyOf(known, object) ?? (isKnown ? 'none' : 'unknown');
    }
    const { deletion } = memories.of(keyOf(object));
    return deletion?.object === uid ? (deletion?.copy ?? 'none') : 'unknown';
  };
  return {
    copies: () => consumers.list().length,
    *doomed() {
      if (!consumers.synced) yield undefined;
      for (const object of goners()) {
        const copy = copyOf(object);
        if (copy !== 'none') yield copy === 'unknown' ? undefined : copy;
      }
    },
    *keys() {
      for (const object of goners()) yield keyOf(object);
    },
    again,
  };
}
