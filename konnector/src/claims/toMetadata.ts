/** What is kept of claimed objects: bodies are never watched. Pure. */
import type { KubeObject } from '@klutch/kube';
import { crdOwners } from '../deletion/lostOwner';

/** Slim: what decides whether a body is read at all. */
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

/** Of the app cluster, likewise, and what tells after its end whether its owner's type ended: few objects have such owners. */
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
