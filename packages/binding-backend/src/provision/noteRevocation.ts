/** Revocation is a state: what is noted here outlives the Secrets that the tokens were bound to. */
import { names } from '@klutch/bind-api';
import { isForbidden, type KubeClient, type Secret } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { BindingError } from '../bindingError';
import { writeAsRead } from './patchAsRead';
import { revocationAnnotations, type Revocation } from './tokenRecord';
import { tokenSecretsIn } from './tokenSecret';

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
): Promise<Revocation | undefined> => {
  const { isPartial, secrets } = await tokenSecretsIn(client, namespace);
  const revocation = { at, secrets, ...(isPartial && { isPartial }) };
  const annotations = revocationAnnotations(revocation);
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

/** What is left of a revocation by whoever may not look for the reference's token, and what to do. */
export const partInWords = (namespace: string): string =>
  `Of cluster namespace ${namespace} only the tokens that this backend made have ended: it may not look for one without an end, which the reference keeps in Secret ${names.binder}. ClusterRole ${backendNames.baseRole} on the control plane is older than this program: apply it again, as "klutch-binding-backend roles" prints it. The running backend ends that one, too, then; where none runs, revoke again.`;

/** @throws BindingError `Misconfigured` when a revocation may have left a token that is good */
export const requireWhole = (
  namespace: string,
  { isPartial }: Pick<Revocation, 'isPartial'>,
): void => {
  if (!isPartial) return;
  throw new BindingError('Misconfigured', partInWords(namespace));
};

/**
 * Notes a revocation anew that could not see everything, with the moment that it was of.
 * @throws BindingError `Misconfigured` when that is as it was
 */
export const completeRevocation = async (
  client: KubeClient,
  namespace: string,
  secret: Secret | undefined,
  at: number,
): Promise<void> => {
  const noted = await noteRevocation(client, namespace, secret, at);
  if (noted) requireWhole(namespace, noted);
};
