/** Reads from the control plane what is to be known before a token is made, renewed or ended. */
import { core, type Secret } from '@klutch/kube';
import { kubeconfigOf, kubeconfigTarget, kubeconfigToken } from './kubeconfig';
import { ensureServiceAccount } from './serviceAccount';
import type { TokenContext } from './TokenContext';
import type { TokenFacts } from './tokenPlan';
import { readRevocation, readTokenState } from './tokenRecord';

/**
 * Makes the service account where there is none.
 * @param secret - the kubeconfig secret as it was read
 * @param asked - see {@link TokenFacts}
 */
export const readTokenFacts = async (
  { client, now }: TokenContext,
  namespace: string,
  secret: Secret | undefined,
  asked: boolean,
): Promise<TokenFacts> => {
  const account = await ensureServiceAccount(client, namespace);
  const current = kubeconfigOf(secret) ?? '';
  const state = readTokenState(secret);
  const revocation = readRevocation(secret);
  const bound =
    state &&
    (await client.get(core.secrets, { namespace, name: state.secret.name }));
  return {
    now: now().getTime(),
    asked,
    found: secret !== undefined,
    stored:
      kubeconfigToken(current) !== undefined &&
      kubeconfigTarget(current)?.namespace === namespace,
    serviceAccountUid: account.uid,
    ...(state && { state }),
    ...(revocation && { revocation }),
    ...(bound?.metadata.uid && { boundUid: bound.metadata.uid }),
  };
};
