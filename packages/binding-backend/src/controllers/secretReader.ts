/**
 * Controller of the right to list and watch Secrets in a cluster namespace, which the reference's konnector needs and
 * ours does not.
 */
import { clusterBindingKey, names } from '@klutch/bind-api';
import { core, createIfAbsent, parseKey, type Controller } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { identityOfNamespace } from '../identity/clusterNamespace';
import {
  mayWatchSecrets,
  needsSecretReader,
  planSecretReader,
} from '../roles/secretReaderBinding';
import { readRevocation, readTokenState } from '../tokens/tokenRecord';
import { clusterBindingKeyOf } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';

const name = backendNames.secretReader;

/** Watches the ClusterBindings, whose status reports the konnector, and the RoleBindings. */
export const createSecretReaderController = (
  context: ControllerContext,
): Controller => {
  const { client, caches, logger, now } = context;
  const { clusterBindings, clusterRoles, kubeconfigs } = caches;
  const { namespaces, roleBindings } = caches;
  const all = () => clusterBindings.list().map(clusterBindingKeyOf);

  return createTenantController(context, {
    name: 'secret-reader',
    watches: [
      { cache: clusterBindings },
      { cache: kubeconfigs, key: clusterBindingKeyOf },
      {
        cache: roleBindings,
        key: found =>
          found.metadata.name === name ? clusterBindingKeyOf(found) : [],
      },
      {
        cache: namespaces,
        key: ({ metadata }) => clusterBindingKey(metadata.name ?? ''),
      },
      {
        cache: clusterRoles,
        key: ({ metadata }) =>
          metadata.name === name || metadata.name === names.binder ? all() : [],
      },
    ],
    reconcile: async (key, ctx) => {
      const { namespace = '' } = parseKey(key);
      const binding = clusterBindings.get(key);
      const clusterNamespace = namespaces.get(namespace);
      const identity = identityOfNamespace(clusterNamespace);
      const binderRole = clusterRoles.get(names.binder);
      if (!binding || !identity || !binderRole) return;
      if (clusterNamespace?.metadata.deletionTimestamp) return;
      if (!clusterRoles.get(name)) return; // With outdated ClusterRoles every app cluster may watch Secrets.
      const isNeeded =
        mayWatchSecrets(binderRole) || needsSecretReader(identity, binding);
      const secret = kubeconfigs.get(`${namespace}/${names.kubeconfigSecret}`);
      const at = now();
      const publishIn =
        (readTokenState(secret)?.publishAfter ?? 0) - at.getTime();
      const isRevoked = readRevocation(secret) !== undefined || publishIn > 0;
      const plan = planSecretReader(
        namespace,
        roleBindings.get(`${namespace}/${name}`),
        { isNeeded, isRevoked },
        at,
      );
      if (isNeeded && publishIn > 0) ctx.requeueAfter(publishIn);
      if (plan.action === 'keep') return;
      if (plan.action === 'patch') {
        await client.mergePatch(
          core.roleBindings,
          { namespace, name },
          plan.patch,
        );
        logger.info(
          { namespace, isNeeded },
          'changed the right to watch Secrets',
        );
        return;
      }
      // Concurrent provisioning may have created the RoleBinding.
      await createIfAbsent(client, core.roleBindings, plan.binding);
    },
  });
};
