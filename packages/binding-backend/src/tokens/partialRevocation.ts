/** Completes a revocation that could not list the reference's tokens because of outdated ClusterRoles. */
import { names } from '@klutch/bind-api';
import type { KubeClient, Secret } from '@klutch/kube';
import { backendNames, tokenAnnotations } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import { patchIfUnchanged } from './patchIfUnchanged';
import { partialRevocationAt } from './tokenRecord';
import { deleteTokenSecrets, listNonExpiringTokens } from './tokenSecret';

/** Message about an incomplete revocation by a client without the right to list the reference's token. */
export const partialRevocationMessage = (namespace: string): string =>
  `The tokens of cluster namespace ${namespace} were revoked only in part: those issued by this backend are revoked, but the backend may not look for a non-expiring token, which the reference keeps in Secret ${names.binder}. ClusterRole ${backendNames.baseRole} on the control plane is outdated: apply it again, as "klutch-binding-backend roles" prints it. The running backend then revokes that token, too; if none is running, revoke again.`;

/** For the caller that waits for a revocation. */
export const partialRevocationError = (namespace: string): BindingError =>
  new BindingError('Misconfigured', partialRevocationMessage(namespace));

/**
 * Creation times have a resolution of one second; compares the clocks of the API server and of the client that revoked.
 */
const existedAt = ({ metadata }: Secret, at: number) =>
  Date.parse(metadata.creationTimestamp ?? '') + 1_000 <= at;

/**
 * Deletes the Secrets that the last revocation could not list, and removes the annotation of the incomplete revocation,
 * whether or not there is a newer token. A Secret that was created after the revocation is kept.
 * @param secret - the kubeconfig secret as observed
 * @returns `none` when no incomplete revocation is recorded, `hidden` while the Secrets may not be listed; `ended` when
 * the secret has changed since
 * @throws ApiError, a conflict after a concurrent write
 */
export const completeRevocation = async (
  client: KubeClient,
  namespace: string,
  secret: Secret | undefined,
): Promise<'ended' | 'hidden' | 'none'> => {
  const at = partialRevocationAt(secret);
  if (!secret || at === undefined) return 'none';
  const found = await listNonExpiringTokens(client, namespace);
  if (!found) return 'hidden';
  const revoked = found
    .filter(one => existedAt(one, at))
    .map(({ metadata: { name = '', uid = '' } }) => ({ name, uid }));
  await deleteTokenSecrets(client, namespace, revoked);
  const annotations = { [tokenAnnotations.partiallyRevoked]: null };
  await patchIfUnchanged(client, secret, { annotations });
  return 'ended';
};
