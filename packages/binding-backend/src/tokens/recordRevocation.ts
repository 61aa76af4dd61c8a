/** Revocation is a state: what is noted here outlives the Secrets that the tokens were bound to. */
import { isForbidden, type KubeClient, type Secret } from '@klutch/kube';
import { writeIfUnchanged } from './patchIfUnchanged';
import { revocationAnnotations, type Revocation } from './tokenRecord';
import { tokenSecretsIn, type FoundTokenSecrets } from './tokenSecret';

/** Nothing new can be made in a namespace that is being deleted: no token, so it takes no note. */
const isTerminating = (error: unknown) =>
  isForbidden(error) &&
  error.causes.some(({ reason }) => reason === 'NamespaceTerminating');

/**
 * Notes on the kubeconfig secret that all tokens of its cluster namespace were ended, and which Secrets they hang on, and
 * takes the kubeconfig out of it; on the version that was read, so that a token that is being made at this moment is
 * given to nobody.
 * @param secret - the kubeconfig secret as it was read; it is made where there was none
 * @param at - milliseconds since 1970
 * @param onRecorded - hears that it is written now
 * @returns what is noted; undefined when the secret changed meanwhile
 */
export const recordRevocation = async (
  client: KubeClient,
  namespace: string,
  secret: Secret | undefined,
  at: number,
  onRecorded: () => void = () => undefined,
): Promise<(FoundTokenSecrets & Revocation) | undefined> => {
  const { isPartial, secrets } = await tokenSecretsIn(client, namespace);
  const revocation = { at, isPartial, secrets };
  const annotations = revocationAnnotations(revocation, isPartial);
  const content = { annotations, kubeconfig: undefined };
  try {
    const isRecorded = await writeIfUnchanged(
      client,
      namespace,
      secret,
      content,
    );
    if (!isRecorded) return undefined;
    onRecorded();
    return revocation;
  } catch (error) {
    if (isTerminating(error)) return revocation;
    throw error;
  }
};
