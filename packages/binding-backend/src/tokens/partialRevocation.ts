/** What a revocation could not see, because roles that are older than this program hide the reference's token. */
import { names } from '@klutch/bind-api';
import type { KubeClient, Secret } from '@klutch/kube';
import { backendNames, tokenAnnotations } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import { patchIfUnchanged } from './patchIfUnchanged';
import { partialRevocationAt } from './tokenRecord';
import { deleteTokenSecrets, listNonExpiringTokens } from './tokenSecret';

/** What is left of a revocation by whoever may not look for the reference's token, and what to do. */
export const partialRevocationMessage = (namespace: string): string =>
  `Of the tokens of cluster namespace ${namespace} that were to end, only those that this backend made have: it may not look for one without an end, which the reference keeps in Secret ${names.binder}. ClusterRole ${backendNames.baseRole} on the control plane is older than this program: apply it again, as "klutch-binding-backend roles" prints it. The running backend ends that one, too, then; where none runs, revoke again.`;

/** For whoever waits for a revocation. */
export const partialRevocationError = (namespace: string): BindingError =>
  new BindingError('Misconfigured', partialRevocationMessage(namespace));

/** Creation is told in whole seconds; by the clocks of the API server and of who revoked. */
const existedAt = ({ metadata }: Secret, at: number) =>
  Date.parse(metadata.creationTimestamp ?? '') + 1_000 <= at;

/**
 * Ends what the last revocation could not see, and takes the note of that away, whether or not there is another token by
 * now. A Secret that came after it stays.
 * @param secret - the kubeconfig secret as it was read
 * @returns `none` when nothing is noted, `hidden` while it may not be looked for; `ended` when the secret has changed since
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
