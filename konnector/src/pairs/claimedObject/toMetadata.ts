/** The parts of claimed objects that caches keep; bodies are never watched. Pure. */
import type { KubeObject } from '@klutch/kube';
import { crdOwners } from '../../deletion/lostOwner';

/** Keeps the metadata that decides whether the body is read at all. */
export const toMetadata = ({
  apiVersion,
  kind,
  metadata,
}: KubeObject): KubeObject => {
  const { name, namespace, uid, resourceVersion, labels: marks } = metadata;
  const { deletionTimestamp, annotations } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      deletionTimestamp,
      labels: marks,
      annotations,
    },
  };
};

/**
 * As {@link toMetadata}, for objects of the app cluster: also keeps owners of custom types, which show after a
 * deletion whether the owner's type was deleted. Few objects have such owners.
 */
export const toMetadataWithOwners = (object: KubeObject): KubeObject => {
  const slim = toMetadata(object);
  const owners = crdOwners(object);
  if (owners.length > 0) {
    slim.metadata.ownerReferences = owners.map(
      ({ apiVersion, kind, name, uid }) => ({ apiVersion, kind, name, uid }),
    );
    slim.metadata.creationTimestamp = object.metadata.creationTimestamp;
  }
  return slim;
};
