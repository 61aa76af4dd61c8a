/** Records a revocation as state, which outlives the Secrets that the tokens were bound to. */
import {
  isForbidden,
  isNotFound,
  type KubeClient,
  type Secret,
} from '@klutch/kube';
import { writeIfUnchanged } from './patchIfUnchanged';
import { revocationAnnotations, type Revocation } from './tokenRecord';
import { tokenSecretsIn, type FoundTokenSecrets } from './tokenSecret';

/** Nothing can be created in a namespace that is being deleted, so no token can be issued and no record is needed. */
const isTerminating = (error: unknown) =>
  isNotFound(error) ||
  (isForbidden(error) &&
    error.causes.some(({ reason }) => reason === 'NamespaceTerminating'));

/**
 * Records on the kubeconfig secret that all tokens of its cluster namespace are revoked, and the Secrets they are bound
 * to, and removes the kubeconfig. The write requires the observed resourceVersion, so that a token issued concurrently
 * is never delivered.
 * @param secret - the kubeconfig secret as observed; created if missing
 * @param at - milliseconds since 1970
 * @param onRecorded - called once the record is written
 * @throws ApiError, a conflict or `AlreadyExists` when the secret was changed concurrently
 */
export const recordRevocation = async (
  client: KubeClient,
  namespace: string,
  secret: Secret | undefined,
  at: number,
  onRecorded: () => void = () => undefined,
): Promise<FoundTokenSecrets & Revocation> => {
  const { isPartial, secrets } = await tokenSecretsIn(client, namespace);
  const revocation = { at, isPartial, secrets };
  const annotations = revocationAnnotations(revocation, isPartial);
  const content = { annotations, kubeconfig: undefined };
  try {
    await writeIfUnchanged(client, namespace, secret, content);
    onRecorded();
  } catch (error) {
    // The secret was deleted since it was read; only a new one can hold the record.
    if (secret && isNotFound(error)) {
      return recordRevocation(client, namespace, undefined, at, onRecorded);
    }
    if (!isTerminating(error)) throw error;
  }
  return revocation;
};
