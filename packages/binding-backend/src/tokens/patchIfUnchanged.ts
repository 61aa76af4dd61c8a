/** Writes to the kubeconfig secret of a cluster namespace that rest on what was read of it. */
import { names } from '@klutch/bind-api';
import {
  core,
  isAlreadyExists,
  isConflict,
  type KubeClient,
  type Secret,
} from '@klutch/kube';

/**
 * Writes to the version that was read and no other; `null` takes an entry away.
 * @returns false when it changed meanwhile
 */
export const patchIfUnchanged = async (
  client: KubeClient,
  { metadata }: Secret,
  change: {
    annotations: Record<string, string | null>;
    data?: Record<string, string | null>;
  },
): Promise<boolean> => {
  const { namespace, resourceVersion, uid } = metadata;
  const { annotations, data } = change;
  try {
    await client.mergePatch(
      core.secrets,
      { namespace, name: names.kubeconfigSecret },
      {
        metadata: { uid, resourceVersion, annotations },
        ...(data && { data }),
      },
    );
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
};

const encode = (text: string) => Buffer.from(text).toString('base64');

/**
 * The same of everything in it, where it may have to be made.
 * @param current - as it was read; undefined when there was none
 * @param content - the kubeconfig, undefined for none; of the annotations `null` takes one away
 * @returns false when it changed meanwhile
 */
export const writeIfUnchanged = async (
  client: KubeClient,
  namespace: string,
  current: Secret | undefined,
  content: {
    annotations: Record<string, string | null>;
    kubeconfig: string | undefined;
  },
): Promise<boolean> => {
  const { annotations, kubeconfig } = content;
  const encoded = kubeconfig === undefined ? null : encode(kubeconfig);
  const data = { [names.kubeconfigKey]: encoded };
  if (current) return patchIfUnchanged(client, current, { annotations, data });
  const present = Object.entries(annotations).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  try {
    await client.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        namespace,
        name: names.kubeconfigSecret,
        annotations: Object.fromEntries(present),
      },
      type: 'Opaque',
      ...(encoded && { data: { [names.kubeconfigKey]: encoded } }),
    });
    return true;
  } catch (error) {
    if (isConflict(error) || isAlreadyExists(error)) return false;
    throw error;
  }
};
