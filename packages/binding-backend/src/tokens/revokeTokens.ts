/** Ends what an app cluster reaches the control plane by. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { personId, type Audit } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { BindingError } from '../errors/BindingError';
import type { Binder } from '../policy/mayBind';
import {
  findClusterNamespace,
  identityOfNamespace,
  type TenantSearch,
} from '../identity/clusterNamespace';
import type { TenantIdentity } from '../identity/tenantIdentity';
import { kubeconfigSecretIn } from './kubeconfigSecret';
import { recordRevocation } from './recordRevocation';
import { tokenRejectionDelay } from './publishAfter';
import { partialRevocationError } from './partialRevocation';
import { lastRevocationAt } from './tokenRecord';
import { deleteTokenSecrets } from './tokenSecret';

/** What is needed to end tokens. */
export interface RevocationContext {
  /** Gets one event for each call. */
  audit: Audit;
  /** Under the identity whose rights decide. */
  client: KubeClient;
  /** Clock, for tests. */
  now: () => Date;
}

const maxAttempts = 5;

/**
 * Ends every token of a cluster namespace: that it is so is noted first, so that no controller makes another one; then
 * the Secrets go that tokens are bound to, and the one in which the reference keeps a token without an end. What is made
 * between the two, for whoever binds at this moment, stays.
 * @throws BindingError `Conflict` when something else keeps writing the kubeconfig secret; `Misconfigured` when its own
 * have ended, and it may not look for the reference's
 */
export const invalidateTokens = async (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
): Promise<void> => {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const secret = await kubeconfigSecretIn(client, namespace);
    const at = now().getTime();
    const revocation = await recordRevocation(client, namespace, secret, at);
    if (!revocation) continue;
    await deleteTokenSecrets(client, namespace, revocation.secrets);
    if (revocation.isPartial) throw partialRevocationError(namespace);
    return;
  }
  throw new BindingError(
    'Conflict',
    `Secret ${namespace}/${names.kubeconfigSecret} changed at every attempt to note in it that its tokens end. Find out what else writes it, then revoke again.`,
  );
};

/**
 * Ends every token of the app cluster that a cluster namespace stands for. It gets another one only when somebody binds
 * or refreshes.
 * @param by - who asks for it, for the audit
 * @throws BindingError `InvalidInput` for a namespace that has no tokens
 */
export const revokeTokensIn = async (
  context: RevocationContext,
  namespace: string,
  by: { actor: string; cluster?: string },
): Promise<void> => {
  const { audit, client } = context;
  const auditEvent = { action: 'revoke-tokens', namespace, ...by } as const;
  await withAuditEvent(audit, auditEvent, async enrich => {
    const found = await client.get(core.namespaces, { name: namespace });
    const tenant = identityOfNamespace(found);
    if (tenant === undefined || parseAppClusterIdentity(tenant)) {
      throw new BindingError(
        'InvalidInput',
        `${namespace} is no cluster namespace with tokens, so there is nothing to revoke. Look up its name: kubectl get clusterbindings --all-namespaces. The konnector of an AppClusterBinding has no token here; delete that instead.`,
      );
    }
    enrich({ tenant });
    await invalidateTokens(context, namespace);
  });
};

const lastRevocationIn = async (client: KubeClient, namespace: string) =>
  lastRevocationAt(await kubeconfigSecretIn(client, namespace));

/**
 * From when on whatever an app cluster writes is written with tokens that are younger than the last revocation; undefined
 * when there was none.
 */
export const tokensTrustedSince = async (
  client: KubeClient,
  namespace: string,
): Promise<Date | undefined> => {
  const at = await lastRevocationIn(client, namespace);
  return at === undefined ? undefined : new Date(at + tokenRejectionDelay);
};

/** When the tokens of a tenant were ended the last time; undefined when they never were. */
export const lastRevocation = async (
  search: TenantSearch,
  identity: TenantIdentity,
): Promise<Date | undefined> => {
  const found = await findClusterNamespace(search, identity);
  const namespace = found?.metadata.name;
  if (!namespace) return undefined;
  const at = await lastRevocationIn(search.client, namespace);
  return at === undefined ? undefined : new Date(at);
};

/** {@link revokeTokensIn} for a tenant; one that is not provisioned has no tokens. */
export const revokeTokens = async (
  context: TenantSearch & RevocationContext,
  identity: TenantIdentity,
  by: Binder,
): Promise<void> => {
  const found = await findClusterNamespace(context, identity);
  if (!found) return;
  await revokeTokensIn(context, found.metadata.name ?? '', {
    actor: personId(by),
    cluster: identity.clusterId,
  });
};
