/** The invitation that was taken up last for an app cluster: noted in its cluster namespace, because codes are forgotten. */
import type { KubeClient } from '@klutch/kube';
import { invitationAnnotations } from '../backendNames';
import { kubeconfigSecretIn } from '../tokens/kubeconfigSecret';
import { noteOnKubeconfig } from '../tokens/noteOnKubeconfig';

/** An invitation whose code was brought. */
export interface TakenInvitation {
  /** See `Invitation`. */
  id: string;
  /** When the control plane's half was ready. */
  at: Date;
}

/** Notes it, over the one before. */
export const noteTakenInvitation = (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
  id: string,
): Promise<void> =>
  noteOnKubeconfig(client, namespace, () => ({
    [invitationAnnotations.id]: id,
    [invitationAnnotations.at]: now().toISOString(),
  }));

/** What is noted; undefined when none was taken up there. */
export const takenInvitation = async (
  client: KubeClient,
  namespace: string,
): Promise<TakenInvitation | undefined> => {
  const secret = await kubeconfigSecretIn(client, namespace);
  const { annotations = {} } = secret?.metadata ?? {};
  const id = annotations[invitationAnnotations.id];
  const at = annotations[invitationAnnotations.at];
  return id && at ? { id, at: new Date(at) } : undefined;
};
