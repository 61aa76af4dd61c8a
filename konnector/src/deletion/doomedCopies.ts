/** Which copies of an API are to be deleted, as far as the caches know. */
import { finalizers } from '@klutch/bind-api';
import { keyOf, type Cache, type Unstructured } from '@klutch/kube';
import type { ProviderObjects } from '../copies/ProviderObjects';
import type { Mapping } from '../mapping/Mapping';
import type { DeletionSource, Doomed } from './breaker/Breaker';
import { isToKeep } from './planDeletion';

/** The caches of an API on both clusters. */
export interface Caches {
  mapping: Mapping;
  consumers: Cache<Unstructured>;
  providers: ProviderObjects<Unstructured>;
}

const byDeletion = 'deleting';
const deleting = 'true';

/** Index of the app cluster's objects that {@link doomedCopies} needs. */
export const deletionIndex = {
  [byDeletion]: ({ metadata }: Unstructured) =>
    metadata.deletionTimestamp ? [deleting] : [],
};

/** The live copy of an object that is being deleted; undefined when there is none, or it is not known. */
export function doomedCopyOf(
  { mapping, providers }: Omit<Caches, 'consumers'>,
  object: Unstructured,
): Doomed | undefined {
  const { namespace, name = '', finalizers: held = [] } = object.metadata;
  if (!held.includes(finalizers.syncer) || isToKeep(object)) return undefined;
  const place = mapping.place({ namespace, name });
  const copy = place.at === 'ready' ? providers.get(place.key) : undefined;
  if (!copy || copy.metadata.deletionTimestamp) return undefined;
  return { uid: copy.metadata.uid ?? '', name: keyOf(object) };
}

/** @param again - called with the key of each object whose deletion may go on. */
export function doomedCopies(
  caches: Caches,
  again: (key: string) => void,
): DeletionSource {
  const { mapping, consumers, providers } = caches;
  const goners = () => consumers.byIndex(byDeletion, deleting);
  return {
    copies: () => consumers.list().length,
    doomed: () =>
      goners().flatMap(object => doomedCopyOf(caches, object) ?? []),
    complete: () =>
      consumers.synced &&
      goners().every(({ metadata: { namespace, name = '' } }) => {
        const place = mapping.place({ namespace, name });
        return place.at !== 'ready' || providers.known(place.key);
      }),
    again: () => goners().map(keyOf).forEach(again),
  };
}
