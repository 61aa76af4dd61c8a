/** Projections of synced objects for the caches: only what a sync reads. Pure. */
import { apiVersionOf, type Resource, type Unstructured } from '@klutch/kube';
import { ownMarksIn } from '../../markers';

/**
 * Creates the projection for one resource. All objects share the strings of `apiVersion` and `kind`; of the metadata,
 * only identity, synced entries and ownership are kept.
 */
export function syncedObjectOf(
  resource: Resource,
): (object: Unstructured) => Unstructured {
  const apiVersion = apiVersionOf(resource);
  const { kind } = resource;
  return ({ metadata, ...content }) => {
    const { name, namespace, uid, resourceVersion, generation } = metadata;
    const { deletionTimestamp, labels, annotations, finalizers } = metadata;
    const { ownerReferences = [] } = metadata;
    const kept: Unstructured['metadata'] = { name, uid, resourceVersion };
    if (namespace !== undefined) kept.namespace = namespace;
    if (generation !== undefined) kept.generation = generation;
    if (deletionTimestamp) kept.deletionTimestamp = deletionTimestamp;
    if (labels) kept.labels = labels;
    if (annotations) kept.annotations = annotations;
    if (finalizers) kept.finalizers = finalizers;
    if (ownerReferences.length > 0) kept.ownerReferences = ownerReferences;
    return { ...content, apiVersion, kind, metadata: kept };
  };
}

/**
 * The projection of another app cluster's object: existence and ownership only. Where one watch contains all tenants'
 * objects, keeping their content would cost each konnector the memory of all tenants.
 */
export function foreignObject({
  apiVersion,
  kind,
  metadata,
}: Unstructured): Unstructured {
  const { name, namespace, uid, resourceVersion } = metadata;
  const kept: Unstructured['metadata'] = { name, uid, resourceVersion };
  if (namespace !== undefined) kept.namespace = namespace;
  kept.annotations = ownMarksIn(metadata.annotations ?? {});
  return { apiVersion, kind, metadata: kept };
}
