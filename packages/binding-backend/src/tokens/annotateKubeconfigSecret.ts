/**
 * Records of the backend about a tenant: annotations of the kubeconfig secret in its cluster namespace, which app
 * clusters can read but not write.
 */
import { names } from '@klutch/bind-api';
import type { KubeClient, Secret } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import { kubeconfigSecretIn } from './kubeconfigSecret';
import { patchIfUnchanged } from './patchIfUnchanged';

const maxAttempts = 5;

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
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const secret = await kubeconfigSecretIn(client, namespace);
    if (!secret) break;
    const annotations = annotationsFor(secret);
    if (await patchIfUnchanged(client, secret, { annotations })) return;
  }
  throw new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} was changed or deleted at every attempt to record an annotation in it. Find out what else writes it, then bind again.`,
  );
};
