/** Revokes the tokens of an app cluster for the control plane cluster. */
import { core, type KubeClient } from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { personId, type Audit } from '../audit/Audit';
import { withAuditEvent } from '../audit/withAuditEvent';
import { BindingError } from '../errors/BindingError';
import type { Principal } from '../policy/mayBind';
import {
  findClusterNamespace,
  identityOfNamespace,
  type TenantSearch,
} from '../identity/clusterNamespace';
import type { TenantIdentity } from '../identity/tenantIdentity';
import { retryWrite } from '../retryWrite';
import { kubeconfigSecretIn, kubeconfigSecretTitle } from './kubeconfigSecret';
import { recordRevocation } from './recordRevocation';
import { tokenRejectionDelay } from './publishAfter';
import { partialRevocationError } from './partialRevocation';
import { lastRevocationAt } from './tokenRecord';
import { deleteTokenSecrets } from './tokenSecret';

/** What is needed to revoke tokens. */
export interface RevocationContext {
  /** Receives one event for each call. */
  audit: Audit;
  /** Client of the identity whose rights apply. */
  client: KubeClient;
  /** Clock, for tests. */
  now: () => Date;
}

/**
 * Revokes every token of a cluster namespace: the revocation is recorded first, so that no controller issues another
 * token; then the Secrets are deleted that tokens are bound to, and the one in which the reference keeps a non-expiring
 * token. A token issued in between, for a user who is binding, is kept.
 * @throws BindingError `Conflict` when another client keeps writing the kubeconfig secret; `Misconfigured` when the
 * backend's own tokens are revoked, but the client may not look for the reference's
 */
export const invalidateTokens = async (
  { client, now }: { client: KubeClient; now: () => Date },
  namespace: string,
): Promise<void> => {
  const object = kubeconfigSecretTitle(namespace);
  const purpose = 'record the revocation in it';
  const { isPartial, secrets } = await retryWrite(
    { object, purpose, remedy: 'revoke again' },
    async () => {
      const secret = await kubeconfigSecretIn(client, namespace);
      return recordRevocation(client, namespace, secret, now().getTime());
    },
  );
  await deleteTokenSecrets(client, namespace, secrets);
  if (isPartial) throw partialRevocationError(namespace);
};

/**
 * Revokes every token of the app cluster of a cluster namespace. A new token is issued only when a user binds or
 * refreshes.
 * @param by - who requests the revocation, for the audit
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
        `${namespace} is no cluster namespace with tokens, so there is nothing to revoke. Look up its name: kubectl get clusterbindings --all-namespaces. The konnector of an AppClusterBinding has no token here; delete the AppClusterBinding instead.`,
      );
    }
    enrich({ tenant });
    await invalidateTokens(context, namespace);
  });
};

const lastRevocationIn = async (client: KubeClient, namespace: string) =>
  lastRevocationAt(await kubeconfigSecretIn(client, namespace));

/**
 * Time after which everything an app cluster writes is written with tokens issued after the last revocation; undefined
 * when there was none.
 */
export const tokensTrustedSince = async (
  client: KubeClient,
  namespace: string,
): Promise<Date | undefined> => {
  const at = await lastRevocationIn(client, namespace);
  return at === undefined ? undefined : new Date(at + tokenRejectionDelay);
};

/** Time of the last revocation of a tenant's tokens; undefined when they were never revoked. */
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
  by: Principal,
): Promise<void> => {
  const found = await findClusterNamespace(context, identity);
  if (!found) return;
  await revokeTokensIn(context, found.metadata.name ?? '', {
    actor: personId(by),
    cluster: identity.clusterId,
  });
};
