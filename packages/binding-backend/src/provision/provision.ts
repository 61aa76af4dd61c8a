/** Provisioning: everything an app cluster needs on the control plane cluster before it can request exports. */
import {
  bindResources,
  names,
  type ApiResource,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  createIfAbsent,
  type ClusterRole,
  type KubeClient,
  type Namespace,
} from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import {
  mayWatchSecrets,
  needsSecretReader,
} from '../roles/secretReaderBinding';
import {
  ensureClusterNamespace,
  findClusterNamespace,
  type TenantSearch,
} from '../identity/clusterNamespace';
import { ensureToken } from '../tokens/ensureToken';
import {
  clusterNamespaceName,
  identityValue,
  type TenantIdentity,
} from '../identity/tenantIdentity';
import { recordGrants } from './recordGrants';
import { ensureBinder } from './ensureBinder';
import { ensureSecretReaderBinding } from './ensureSecretReaderBinding';
import type { TokenContext } from '../tokens/TokenContext';

export interface ProvisionContext extends TokenContext, TenantSearch {
  /** Display name of this provider, shown on app clusters. */
  prettyName: string;
}

/** Result of provisioning, for the app cluster. */
export interface Provisioned {
  /** Name of the cluster namespace. */
  namespace: string;
  /** UID of the cluster namespace. */
  uid: string;
  /** YAML; contains a token. */
  kubeconfig: string;
  /**
   * Whether the caller has to deliver the kubeconfig to the konnector, because it is in no Secret: for an hour after a
   * revocation, and for the first token after a revocation.
   */
  isUnpublished: boolean;
}

/** The one ClusterBinding of a cluster namespace. */
export const clusterBinding = (
  namespace: string,
  prettyName: string,
): ClusterBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.clusterBindings.kind,
  metadata: { name: names.clusterBinding, namespace },
  spec: {
    kubeconfigSecretRef: {
      name: names.kubeconfigSecret,
      key: names.kubeconfigKey,
    },
    providerPrettyName: prettyName,
  },
});

/** Creates the ClusterBinding if missing. */
export const ensureClusterBinding = async (
  client: KubeClient,
  wanted: ClusterBinding,
) => {
  await createIfAbsent(client, bindResources.clusterBindings, wanted);
};

const requireBinderRole = async (client: KubeClient): Promise<ClusterRole> => {
  const found = await client.get(core.clusterRoles, { name: names.binder });
  if (found) return found;
  throw new BindingError(
    'Misconfigured',
    `ClusterRole ${names.binder} is missing on the control plane, so app clusters would have no rights. Apply the roles of the binding backend (backendRoles()).`,
  );
};

/** Ensures everything inside a cluster namespace. */
const ensureTenantResources = async (
  context: ProvisionContext,
  { metadata }: Namespace,
  identity: string,
  binderRole: ClusterRole,
): Promise<Provisioned> => {
  const { client, prettyName } = context;
  const { name: namespace = '', uid = '' } = metadata;
  await ensureSecretReaderBinding(
    client,
    namespace,
    mayWatchSecrets(binderRole) || needsSecretReader(identity),
  );
  await ensureBinder({ client }, namespace);
  const tenant = { namespace, identity };
  const token = await ensureToken(context, tenant);
  await ensureClusterBinding(client, clusterBinding(namespace, prettyName));
  const { kubeconfig } = token;
  // A konnector whose token was revoked cannot read the next one.
  const isUnpublished = token.isUnpublished || token.endedRevocation;
  return { namespace, uid, kubeconfig, isUnpublished };
};

/**
 * Ensures cluster namespace, service account, static rights, ClusterBinding, token and kubeconfig secret of a tenant.
 * Idempotent and safe under concurrent calls; the result is always the same namespace.
 * @param granted - APIs with a restricted audience that the user may bind
 */
export const provisionTenant = async (
  context: ProvisionContext,
  identity: TenantIdentity,
  granted: readonly ApiResource[] = [],
): Promise<Provisioned> => {
  const { client, namespacePrefix } = context;
  const value = identityValue(identity);
  const binderRole = await requireBinderRole(client);
  const clusterNamespace = await ensureClusterNamespace(
    client,
    namespacePrefix,
    value,
  );
  const provisioned = await ensureTenantResources(
    context,
    clusterNamespace,
    value,
    binderRole,
  );
  await recordGrants(context, provisioned.namespace, granted);
  return provisioned;
};

/** Name of the cluster namespace that a tenant has, or would get; changes nothing. */
export const clusterNamespaceOf = async (
  search: TenantSearch,
  identity: TenantIdentity,
): Promise<string> => {
  const found = await findClusterNamespace(search, identity);
  return (
    found?.metadata.name ??
    clusterNamespaceName(search.namespacePrefix, identityValue(identity))
  );
};

/**
 * As {@link provisionTenant}, for an existing tenant; creates no namespace.
 * @throws BindingError `NotBound` when there is none
 */
export const renewTenant = async (
  context: ProvisionContext,
  identity: TenantIdentity,
): Promise<Provisioned> => {
  const found = await findClusterNamespace(context, identity);
  if (!found) {
    throw new BindingError(
      'NotBound',
      `App cluster ${identity.clusterId} is not bound here with this login, so there is no connection to renew. Bind an API first, or sign in as the user who bound it.`,
    );
  }
  const binderRole = await requireBinderRole(context.client);
  return ensureTenantResources(
    context,
    found,
    identityValue(identity),
    binderRole,
  );
};
