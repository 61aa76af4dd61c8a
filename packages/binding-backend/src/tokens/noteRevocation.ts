/** Revocation is a state: what is noted here outlives the Secrets that the tokens were bound to. */
import { isForbidden, type KubeClient, type Secret } from '@klutch/kube';
import { writeAsRead } from './patchAsRead';
import { revocationAnnotations, type Revocation } from './tokenRecord';
import { tokenSecretsIn, type FoundTokenSecrets } from './tokenSecret';

/** Nothing new can be made in a namespace that is being deleted: no token, so it takes no note. */
const isEnding = (error: unknown) =>
  isForbidden(error) &&
  error.causes.some(({ reason }) => reason === 'NamespaceTerminating');

/**
 * Notes on the kubeconfig secret that all tokens of its cluster namespace were ended, and which Secrets they hang on, and
 * takes the kubeconfig out of it; on the version that was read, so that a token that is being made at this moment is
 * given to nobody.
 * @param secret - the kubeconfig secret as it was read; it is made where there was none
 * @param at - milliseconds since 1970
 * @param noted - hears that it is written now
 * @returns what is noted; undefined when the secret changed meanwhile
 */
export const noteRevocation = async (
  client: KubeClient,
  namespace: string,
  secret: Secret | undefined,
  at: number,
  noted: () => void = () => undefined,
): Promise<(FoundTokenSecrets & Revocation) | undefined> => {
  const { isPartial, secrets } = await tokenSecretsIn(client, namespace);
  const revocation = { at, isPartial, secrets };
  const annotations = revocationAnnotations(revocation, isPartial);
  const content = { annotations, kubeconfig: undefined };
  try {
    const isNoted = await writeAsRead(client, namespace, secret, content);
    if (!isNoted) return undefined;
    noted();
    return revocation;
  } catch (error) {
    if (isEnding(error)) return revocation;
    throw error;
  }
};
