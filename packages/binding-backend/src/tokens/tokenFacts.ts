/** Reads the state of the control plane cluster that decides about issuing, renewing or revoking a token. */
import { bindResources } from '@klutch/bind-api';
import { core, type KubeClient, type Secret } from '@klutch/kube';
import { kubeconfigOf, kubeconfigTarget, kubeconfigToken } from './kubeconfig';
import { kubeconfigSecretIn } from './kubeconfigSecret';
import { readPublishAfter } from './publishAfter';
import { ensureServiceAccount } from './serviceAccount';
import type { TokenContext } from './TokenContext';
import type { TokenFacts } from './planToken';
import { readRevocation, readTokenState } from './tokenRecord';

/**
 * Whether the kubeconfig secret was deleted, as opposed to never created: the ClusterBinding is created after the
 * secret, so an existing ClusterBinding proves the deletion.
 * @param secret - the secret as read before
 */
export const wasDeleted = async (
  client: KubeClient,
  namespace: string,
  secret: Secret | undefined,
): Promise<boolean> => {
  if (secret) return false;
  const { items } = await client.list(bindResources.clusterBindings, {
    namespace,
  });
  if (items.length === 0) return false;
  return (await kubeconfigSecretIn(client, namespace)) === undefined;
};

/**
 * Creates the service account if missing.
 * @param secret - the kubeconfig secret as observed
 * @param isRequested - see {@link TokenFacts}
 */
export const readTokenFacts = async (
  { client, now }: TokenContext,
  namespace: string,
  secret: Secret | undefined,
  isRequested: boolean,
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
    isRequested,
    // If the ClusterBinding was deleted as well, no token is issued without a request.
    wasDeleted:
      (!isRequested && !secret) ||
      (await wasDeleted(client, namespace, secret)),
    isStored:
      kubeconfigToken(current) !== undefined &&
      kubeconfigTarget(current)?.namespace === namespace,
    serviceAccountUid: account.uid,
    ...(state && { state }),
    ...(revocation && {
      revocation: {
        ...revocation,
        publishAfter: await readPublishAfter(client, namespace, revocation.at),
      },
    }),
    ...(bound?.metadata.uid && { boundUid: bound.metadata.uid }),
  };
};
