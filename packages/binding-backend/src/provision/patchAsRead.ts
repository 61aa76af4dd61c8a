/** Writes to the kubeconfig secret of a cluster namespace that rest on what was read of it. */
import { names } from '@klutch/bind-api';
import { core, isConflict, type KubeClient, type Secret } from '@klutch/kube';

/**
 * Writes to the version that was read and no other; `null` takes an entry away.
 * @returns false when it changed meanwhile
 */
export const patchAsRead = async (
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
