/** The invitation that was taken up last for an app cluster: noted in its cluster namespace, because codes are forgotten. */
import type { KubeClient } from '@klutch/kube';
import { joinTokenAnnotations } from '../backendNames';
import { kubeconfigSecretIn } from '../tokens/kubeconfigSecret';
import { annotateKubeconfigSecret } from '../tokens/annotateKubeconfigSecret';

/** An invitation whose code was brought. */
export interface UsedJoinToken {
  /** See `Invitation`. */
  id: string;
  /** When the control plane's half was ready. */
  at: Date;
}

/** Notes it, over the one before. */
export const recordUsedJoinToken = (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
  id: string,
): Promise<void> =>
  annotateKubeconfigSecret(client, namespace, () => ({
    [joinTokenAnnotations.id]: id,
    [joinTokenAnnotations.at]: now().toISOString(),
  }));

/** What is noted; undefined when none was taken up there. */
export const lastUsedJoinToken = async (
  client: KubeClient,
  namespace: string,
): Promise<UsedJoinToken | undefined> => {
  const secret = await kubeconfigSecretIn(client, namespace);
  const { annotations = {} } = secret?.metadata ?? {};
  const id = annotations[joinTokenAnnotations.id];
  const at = annotations[joinTokenAnnotations.at];
  return id && at ? { id, at: new Date(at) } : undefined;
};
