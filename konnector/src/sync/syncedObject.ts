/** What the caches keep of a synced object: what a sync looks at, and no more. Pure. */
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
    const kept: Unstructured['metadata'] = { name, uid, resourceVersion };
    if (namespace !== undefined) kept.namespace = namespace;
    if (generation !== undefined) kept.generation = generation;
    if (deletionTimestamp) kept.deletionTimestamp = deletionTimestamp;
    if (labels) kept.labels = labels;
    if (annotations) kept.annotations = annotations;
    if (finalizers) kept.finalizers = finalizers;
    return { ...content, apiVersion, kind, metadata: kept };
  };
}
