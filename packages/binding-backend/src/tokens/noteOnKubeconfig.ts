/**
 * Notes of the backend about a tenant: annotations of the kubeconfig secret in its cluster namespace, which app clusters
 * can read but not write.
 */
import { names } from '@klutch/bind-api';
import type { KubeClient, Secret } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import { kubeconfigSecretIn } from './kubeconfigSecret';
import { patchAsRead } from './patchAsRead';

const maxAttempts = 5;

/**
 * Safe when several do it at once: none forgets what another has noted.
 * @param notesOf - the annotations to write, by what is there
 * @throws BindingError `Conflict` when it cannot be written
 */
export const noteOnKubeconfig = async (
  client: KubeClient,
  namespace: string,
  notesOf: (secret: Secret) => Record<string, string>,
): Promise<void> => {
  for (let round = 0; round < maxAttempts; round++) {
    const secret = await kubeconfigSecretIn(client, namespace);
    if (!secret) break;
    const annotations = notesOf(secret);
    if (await patchAsRead(client, secret, { annotations })) return;
  }
  throw new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} was changed or deleted at every attempt to note in it what was agreed. Find out what else writes it, then bind again.`,
  );
};
