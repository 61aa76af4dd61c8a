/**
 * The join token that was used last for an app cluster: recorded in its cluster namespace, because the store deletes
 * used join tokens.
 */
import type { KubeClient } from '@klutch/kube';
import { joinTokenAnnotations } from '../backendNames';
import { kubeconfigSecretIn } from '../tokens/kubeconfigSecret';
import { annotateKubeconfigSecret } from '../tokens/annotateKubeconfigSecret';

/** A join token that was redeemed. */
export interface UsedJoinToken {
  /** Id, see `JoinToken`. */
  id: string;
  /** When the control plane cluster's half of the binding was ready. */
  at: Date;
}

/** Records a used join token; replaces the previous record. */
export const recordUsedJoinToken = (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
  id: string,
): Promise<void> =>
  annotateKubeconfigSecret(client, namespace, () => ({
    [joinTokenAnnotations.id]: id,
    [joinTokenAnnotations.at]: now().toISOString(),
  }));

/** The recorded join token; undefined when none was used for the namespace. */
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
