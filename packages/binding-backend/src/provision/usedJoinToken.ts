/** The join token that was used last for an app cluster: recorded in its cluster namespace, because join tokens are forgotten. */
import type { KubeClient } from '@klutch/kube';
import { joinTokenAnnotations } from '../backendNames';
import { kubeconfigSecretIn } from '../tokens/kubeconfigSecret';
import { annotateKubeconfigSecret } from '../tokens/annotateKubeconfigSecret';

/** A join token that was redeemed. */
export interface UsedJoinToken {
  /** See `JoinToken`. */
  id: string;
  /** When the control plane's half was ready. */
  at: Date;
}

/** Records a used join token, over the one before. */
export const recordUsedJoinToken = (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
  id: string,
): Promise<void> =>
  annotateKubeconfigSecret(client, namespace, () => ({
    [joinTokenAnnotations.id]: id,
    [joinTokenAnnotations.at]: now().toISOString(),
  }));

/** The recorded join token; undefined when none was used there. */
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
