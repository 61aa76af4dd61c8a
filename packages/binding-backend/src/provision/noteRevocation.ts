/** Revocation is a state: what is noted here outlives the Secrets that the tokens were bound to. */
import { names } from '@klutch/bind-api';
import { core, isConflict, type KubeClient, type Secret } from '@klutch/kube';
import { tokenAnnotations } from '../backendNames';

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
  const { namespace = '', uid, resourceVersion } = secret.metadata;
  const key = { namespace, name: names.kubeconfigSecret };
  const annotations = {
    [tokenAnnotations.revokedAt]: new Date(at).toISOString(),
    [tokenAnnotations.withheldUntil]: null,
  };
  try {
    await client.mergePatch(core.secrets, key, {
      metadata: { uid, resourceVersion, annotations },
      data: { [names.kubeconfigKey]: null },
    });
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
};
