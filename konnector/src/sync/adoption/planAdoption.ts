/** What an object of the control plane becomes on the app cluster. Pure. */
import { finalizers } from '@klutch/bind-api';
import {
  apiVersionOf,
  type ObjectKey,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { annotations } from '../../markers';
import { syncedMetadata } from '../../mapping/syncedMetadata';

/**
 * All its content but the status, which comes down as always, and the labels and annotations that would go up again. Its
 * finalizers and owners stay behind: nobody on the app cluster could serve them. Our own finalizer is there from the
 * start, so that a deletion is never missed.
 * @param key - of the object to be made.
 */
export function planAdoption(
  origin: Unstructured,
  resource: Resource,
  key: ObjectKey,
): Unstructured {
  const {
    apiVersion: _version,
    kind: _kind,
    metadata,
    status: _status,
    ...content
  } = origin;
  const labels = syncedMetadata(metadata.labels);
  return {
    ...content,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      ...key,
      ...(Object.keys(labels).length > 0 && { labels }),
      annotations: {
        ...syncedMetadata(metadata.annotations),
        [annotations.bound]: 'true',
        [annotations.adoptedFrom]: metadata.uid ?? '',
      },
      finalizers: [finalizers.syncer],
    },
  };
}
