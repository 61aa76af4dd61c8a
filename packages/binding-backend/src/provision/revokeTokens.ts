/** Ends what an app cluster reaches the control plane by. */
import { core } from '@klutch/kube';
import { audited } from '../audit/audited';
import { backendNames } from '../backendNames';
import { personId } from '../handshake/Handshake';
import type { Binder } from '../policy/mayBind';
import { findClusterNamespace } from './clusterNamespace';
import { identityValue, type TenantIdentity } from './identity';
import type { ProvisionContext } from './provision';

/**
 * Deletes the Secrets that the tenant's tokens are bound to. The backend then puts a new token into the cluster
 * namespace, where whoever held an old one cannot read it.
 */
export const revokeTokens = async (
  {
    client,
    namespacePrefix,
    audit,
  }: Pick<ProvisionContext, 'audit' | 'client' | 'namespacePrefix'>,
  identity: TenantIdentity,
  by: Binder,
): Promise<void> => {
  const value = identityValue(identity);
  const found = await findClusterNamespace(client, namespacePrefix, value);
  if (!found) return;
  const namespace = found.metadata.name ?? '';
  const act = {
    action: 'revoke-tokens',
    actor: personId(by),
    cluster: identity.clusterId,
    namespace,
    tenant: value,
  } as const;
  await audited(audit, act, () =>
    Promise.all(
      backendNames.tokenSecrets.map(name =>
        client.delete(core.secrets, { namespace, name }),
      ),
    ),
  );
};
