/**
 * Records of the backend about a tenant: annotations of the kubeconfig secret in its cluster namespace, which app
 * clusters can read but not write.
 */
import type { KubeClient, Secret } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import { retryWrite } from '../retryWrite';
import { kubeconfigSecretIn, kubeconfigSecretTitle } from './kubeconfigSecret';
import { patchIfUnchanged } from './patchIfUnchanged';

/**
 * Safe under concurrent calls: no annotation of another call is lost.
 * @param annotationsFor - returns the annotations to write, given the current Secret
 * @throws BindingError `Conflict` when the Secret cannot be written
 */
export const annotateKubeconfigSecret = async (
  client: KubeClient,
  namespace: string,
  annotationsFor: (secret: Secret) => Record<string, string>,
): Promise<void> => {
  const object = kubeconfigSecretTitle(namespace);
  const purpose = 'record an annotation in it';
  await retryWrite({ object, purpose, remedy: 'bind again' }, async () => {
    const secret = await kubeconfigSecretIn(client, namespace);
    if (!secret) {
      throw new BindingError(
        'Conflict',
        `${object} was deleted. Find out what deletes it, then bind again.`,
      );
    }
    const annotations = annotationsFor(secret);
    await patchIfUnchanged(client, secret, { annotations });
  });
};
