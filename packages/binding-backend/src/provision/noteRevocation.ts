/** Revocation is a state: what is noted here outlives the Secrets that the tokens were bound to. */
import { names } from '@klutch/bind-api';
import type { KubeClient, Secret } from '@klutch/kube';
import { tokenAnnotations } from '../backendNames';
import { patchAsRead } from './patchAsRead';

/**
 * Notes on the kubeconfig secret that its tokens were ended, and takes the kubeconfig out of it; on the version that was
 * read, so that a token that is being made at this moment is given to nobody.
 * @returns false when it changed meanwhile
 */
export const noteRevocation = async (
  client: KubeClient,
  secret: Secret | undefined,
  at: number,
): Promise<boolean> => {
  if (!secret) return true;
  return patchAsRead(client, secret, {
    annotations: {
      [tokenAnnotations.revokedAt]: new Date(at).toISOString(),
      [tokenAnnotations.withheldUntil]: null,
    },
    data: { [names.kubeconfigKey]: null },
  });
};
