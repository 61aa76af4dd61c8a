/** Provisioning: everything an app cluster needs on the control plane before it can ask for exports. */
import {
  bindResources,
  names,
  type ApiResource,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  isAlreadyExists,
  type ClusterRole,
  type KubeClient,
  type Namespace,
} from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import { mayWatchSecrets, needsSecretReader } from '../roles/secretReader';
import { clusterNamespaceRoleBinding } from '../roles/tenantRole';
import { ensureRoleBinding } from '../roles/ensureRoleBinding';
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
import { ensureSecretReaderBinding } from './ensureSecretReaderBinding';
import { ensureServiceAccount } from '../tokens/serviceAccount';
import type { TokenContext } from '../tokens/TokenContext';

/** What is the same for every tenant. */
export interface ProvisionContext extends TokenContext, TenantSearch {
  /** Name of this provider for people, shown on app clusters. */
  prettyName: string;
}

/** What an app cluster needs to know. */
export interface Provisioned {
  /** The cluster namespace. */
  namespace: string;
  /** Its UID. */
  uid: string;
  /** YAML; holds a token. */
  kubeconfig: string;
  /**
   * The konnector gets it from whoever asked, and in no other way: for an hour after a revocation, and whenever it is the
   * first one after that.
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

/** Creates the ClusterBinding unless there is one. */
export const ensureClusterBinding = async (
  client: KubeClient,
  wanted: ClusterBinding,
) => {
  try {
    await client.create(bindResources.clusterBindings, wanted);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
};

const requireBinderRole = async (client: KubeClient): Promise<ClusterRole> => {
  const found = await client.get(core.clusterRoles, { name: names.binder });
  if (found) return found;
  throw new BindingError(
    'Misconfigured',
    `ClusterRole ${names.binder} is missing on the control plane, so app clusters would have no rights. Apply the roles of the binding backend (backendRoles()).`,
  );
};

/** Everything inside a cluster namespace. */
const ensureTenantResources = async (
  context: ProvisionContext,
  { metadata }: Namespace,
  identity: string,
  binderRole: ClusterRole,
): Promise<Provisioned> => {
  const { client, prettyName } = context;
  const { name: namespace = '', uid = '' } = metadata;
  await ensureServiceAccount(client, namespace);
  await ensureSecretReaderBinding(
    client,
    namespace,
    mayWatchSecrets(binderRole) || needsSecretReader(identity),
  );
  await ensureRoleBinding(client, clusterNamespaceRoleBinding(namespace));
  const tenant = { namespace, identity };
  const token = await ensureToken(context, tenant);
  await ensureClusterBinding(client, clusterBinding(namespace, prettyName));
  const { kubeconfig } = token;
  // A konnector whose token was ended cannot read the next one.
  const isUnpublished = token.isUnpublished || token.endedRevocation;
  return { namespace, uid, kubeconfig, isUnpublished };
};

/**
 * Cluster namespace, service account, static rights, ClusterBinding, token and kubeconfig secret of a tenant. May be
 * called again and at the same time from several places; the result is the same namespace.
 * @param granted - APIs that are for some people only, and that whoever binds may
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
 * The same for a tenant that is there already; makes no namespace.
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
      `App cluster ${identity.clusterId} is not bound here with this login, so there is no connection to renew. Bind an API first, or sign in as whoever bound it.`,
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
