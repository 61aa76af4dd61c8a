/** Writes to the kubeconfig secret of a cluster namespace at the observed resourceVersion. */
import { names } from '@klutch/bind-api';
import {
  core,
  encodeSecretData,
  type KubeClient,
  type Secret,
} from '@klutch/kube';

/**
 * Patches the secret at the observed resourceVersion; `null` removes an entry.
 * @throws ApiError, a conflict after a concurrent write
 */
export const patchIfUnchanged = async (
  client: KubeClient,
  { metadata }: Secret,
  change: {
    annotations: Record<string, string | null>;
    data?: Record<string, string | null>;
  },
): Promise<void> => {
  const { namespace, resourceVersion, uid } = metadata;
  const { annotations, data } = change;
  await client.mergePatch(
    core.secrets,
    { namespace, name: names.kubeconfigSecret },
    {
      metadata: { uid, resourceVersion, annotations },
      ...(data && { data }),
    },
  );
};

/**
 * Writes kubeconfig and annotations of the secret, and creates the secret if missing.
 * @param current - the secret as observed; undefined when there was none
 * @param content - the kubeconfig, undefined for none; in the annotations `null` removes an entry
 * @throws ApiError, a conflict or `AlreadyExists` after a concurrent write
 */
export const writeIfUnchanged = async (
  client: KubeClient,
  namespace: string,
  current: Secret | undefined,
  content: {
    annotations: Record<string, string | null>;
    kubeconfig: string | undefined;
  },
): Promise<void> => {
  const { annotations, kubeconfig } = content;
  const data =
    kubeconfig === undefined
      ? undefined
      : encodeSecretData({ [names.kubeconfigKey]: kubeconfig });
  if (current) {
    await patchIfUnchanged(client, current, {
      annotations,
      data: data ?? { [names.kubeconfigKey]: null },
    });
    return;
  }
  const present = Object.entries(annotations).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  await client.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      namespace,
      name: names.kubeconfigSecret,
      annotations: Object.fromEntries(present),
    },
    type: 'Opaque',
    ...(data && { data }),
  });
};
