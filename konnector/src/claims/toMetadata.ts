/** What is kept of claimed objects: bodies are never watched. Pure. */
import type { KubeObject } from '@klutch/kube';

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
