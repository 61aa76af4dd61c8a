/** What the caches keep of a synced object: what a sync looks at, and no more. Pure. */
import { names } from '@klutch/bind-api';
import { apiVersionOf, type Resource, type Unstructured } from '@klutch/kube';

/**
 * Makes the projection for one resource. All of its objects share the texts of `apiVersion` and `kind`; of the metadata
 * there is left what tells objects apart, what goes up, and what says whose they are.
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
 * What is kept of an object that is another app cluster's: that it is there, and whose. Where one watch sees all tenants,
 * their content would take the memory of all tenants in each of their konnectors.
 */
export function foreignObject({
  apiVersion,
  kind,
  metadata,
}: Unstructured): Unstructured {
  const { name, namespace, uid, resourceVersion } = metadata;
  const marks = Object.entries(metadata.annotations ?? {}).filter(([key]) =>
    key.startsWith(`${names.group}/`),
  );
  const kept: Unstructured['metadata'] = { name, uid, resourceVersion };
  if (namespace !== undefined) kept.namespace = namespace;
  kept.annotations = Object.fromEntries(marks);
  return { apiVersion, kind, metadata: kept };
}
