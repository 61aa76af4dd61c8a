/**
 * Controller of ClusterBindings: reports the health of the app cluster, and corrects drift of its rights on the control
 * plane cluster.
 */
import {
  bindResources,
  binderClusterRoleName,
  clusterBindingKey,
  names,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  core,
  parseKey,
  type Controller,
  type KubeObject,
  type ReconcileContext,
} from '@klutch/kube';
import { parseAppClusterIdentity } from '../identity/appClusterBindingIdentity';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { clusterBinding, ensureClusterBinding } from '../provision/provision';
import { ensureBinder } from '../provision/ensureBinder';
import {
  readRevocation,
  readTokenState,
  partialRevocationAt,
} from '../tokens/tokenRecord';
import { missingRights } from '../roles/rightsCheck';
import { apiOfRole, byApi, byNamespace, clusterBindingKeyOf } from './caches';
import {
  planClusterBindingStatus,
  wasProvisioned,
} from './planClusterBindingStatus';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import { isClusterWide } from './planRoleBindings';
import { writeStatus } from './status';
import { hasTenantPolicy, policyRetry } from './tenantPolicy';

const rolePrefix = binderClusterRoleName('');

/** The reference creates, and keeps re-creating, cluster-wide grants, which must not exist for namespaced watches. */
const removeClusterWideGrant = async (
  { client, caches, logger }: ControllerContext,
  clusterNamespace: string,
): Promise<void> => {
  const name = binderClusterRoleName(clusterNamespace);
  const grant = caches.clusterRoleBindings.get(name);
  if (!grant) return;
  const exports = caches.exports.byIndex(byNamespace, clusterNamespace);
  if (exports.some(isClusterWide)) return;
  const { uid } = grant.metadata;
  await client.delete(
    core.clusterRoleBindings,
    { name },
    { preconditions: { uid } },
  );
  logger.warn({ name }, 'removed a cluster-wide grant of an app cluster');
};

/**
 * Without its ClusterBinding an app cluster's rights and token are no longer reconciled, without any error: deleting no
 * other object has this effect.
 */
const restoreClusterBinding = async (
  { client, caches, logger }: ControllerContext,
  namespace: string,
  prettyName: string,
): Promise<void> => {
  const found = {
    kubeconfig: caches.kubeconfigs.get(
      `${namespace}/${names.kubeconfigSecret}`,
    ),
    roleBinding: caches.roleBindings.get(`${namespace}/${names.binder}`),
  };
  if (!wasProvisioned(namespace, found)) return; // The app cluster is not provisioned, or not completely yet.
  await ensureClusterBinding(client, clusterBinding(namespace, prettyName));
  logger.info(
    { namespace },
    'created the missing ClusterBinding of a provisioned app cluster',
  );
};

/** Corrects the rights of the app cluster, then reports its health. */
const reconcileClusterBinding = async (
  context: ControllerContext,
  binding: ClusterBinding,
  identity: string,
  reconcile: ReconcileContext,
): Promise<void> => {
  const { client, caches, now } = context;
  const { namespace = '' } = binding.metadata;
  await removeClusterWideGrant(context, namespace);
  await ensureBinder(context, namespace);
  const exports = caches.exports
    .byIndex(byNamespace, namespace)
    .filter(({ metadata }) => !metadata.deletionTimestamp);
  const isPolicyEnforced = await hasTenantPolicy(context, exports);
  const kubeconfig = caches.kubeconfigs.get(
    `${namespace}/${names.kubeconfigSecret}`,
  );
  const { conditions, requeueAfter } = planClusterBindingStatus(
    {
      binding,
      serviceNamespaces: caches.serviceNamespaces.byIndex(
        byNamespace,
        namespace,
      ),
      token: parseAppClusterIdentity(identity)
        ? 'none'
        : readTokenState(kubeconfig),
      revocation: readRevocation(kubeconfig),
      isPartiallyRevoked: partialRevocationAt(kubeconfig) !== undefined,
      missingRights: missingRights(
        exports,
        role => caches.clusterRoles.get(role),
        isPolicyEnforced,
      ),
    },
    now(),
  );
  await writeStatus(client, bindResources.clusterBindings, binding, {
    conditions,
  });
  if (requeueAfter) reconcile.requeueAfter(requeueAfter);
  if (!isPolicyEnforced) reconcile.requeueAfter(policyRetry);
};

/** Watches ClusterBindings and everything that their rights and conditions depend on. */
export const createClusterBindingController = (
  context: ControllerContext,
  prettyName: string,
): Controller => {
  const { caches } = context;
  const { clusterBindings, clusterRoles, roleBindings } = caches;
  const ofGrant = ({ metadata }: Pick<KubeObject, 'metadata'>) =>
    metadata.name?.startsWith(rolePrefix)
      ? clusterBindingKey(metadata.name.slice(rolePrefix.length))
      : [];

  return createTenantController(context, {
    name: 'cluster-binding',
    watches: [
      { cache: clusterBindings },
      { cache: caches.exports, key: clusterBindingKeyOf },
      { cache: caches.serviceNamespaces, key: clusterBindingKeyOf },
      { cache: caches.serviceAccounts, key: clusterBindingKeyOf },
      { cache: caches.kubeconfigs, key: clusterBindingKeyOf },
      {
        cache: roleBindings,
        key: binding =>
          binding.metadata.name === names.binder
            ? clusterBindingKeyOf(binding)
            : [],
      },
      {
        cache: caches.namespaces,
        key: ({ metadata }) => clusterBindingKey(metadata.name ?? ''),
      },
      {
        cache: clusterRoles,
        key: role =>
          apiOfRole(role).flatMap(api =>
            caches.exports.byIndex(byApi, api).map(clusterBindingKeyOf),
          ),
      },
      { cache: caches.clusterRoleBindings, key: ofGrant },
    ],
    reconcile: async (key, ctx) => {
      const binding = clusterBindings.get(key);
      const { namespace = '', name } = parseKey(key);
      const clusterNamespace = caches.namespaces.get(namespace);
      const identity = identityOfNamespace(clusterNamespace);
      if (!identity || clusterNamespace?.metadata.deletionTimestamp) return;
      if (!binding) {
        if (name !== names.clusterBinding) return;
        if (parseAppClusterIdentity(identity)) return; // The AppClusterBinding controller creates this one.
        await restoreClusterBinding(context, namespace, prettyName);
        return;
      }
      if (binding.metadata.deletionTimestamp) return;

      await reconcileClusterBinding(context, binding, identity, ctx);
    },
  });
};
