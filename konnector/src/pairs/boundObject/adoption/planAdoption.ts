/** Converts an object of the control plane to its app cluster object. Pure. */
import { finalizers } from '@klutch/bind-api';
import {
  apiVersionOf,
  type ObjectKey,
  type Resource,
  type Unstructured,
} from '@klutch/kube';
import { annotations } from '../../../markers';
import { syncedMetadata } from '../../../mapping/syncedMetadata';

/**
 * Copies all content except the status, which is synced separately, and only those labels and annotations that are
 * synced upwards. Finalizers and owners are dropped, as no controller on the app cluster handles them. Our own
 * finalizer is set from the start, so that no deletion is missed.
 * @param key - of the object to create.
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
