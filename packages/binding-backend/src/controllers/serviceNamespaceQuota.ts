/**
 * Controller of the ResourceQuotas that limit service namespaces. It is a controller of its own, because an
 * installation with outdated ClusterRoles cannot list ResourceQuotas, and all other controllers have to work there.
 */
import { clusterBindingKey } from '@klutch/bind-api';
import { createIfAbsent, parseKey, type Controller } from '@klutch/kube';
import { serviceNamespaceQuota } from '../backendNames';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { clusterBindingKeyOf } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import { countedCrd, planQuota, quotaDelay, resourceQuotas } from './planQuota';

/** @param limit - for each app cluster; 0: no limit */
export const createServiceNamespaceQuotaController = (
  context: ControllerContext,
  limit: number,
): Controller => {
  const { client, caches, logger, now } = context;
  const { clusterBindings, crds, namespaces, quotas } = caches;

  return createTenantController(context, {
    name: 'service-namespace-quota',
    watches: [
      {
        cache: clusterBindings,
        key: (binding, previous) =>
          previous ? [] : clusterBindingKeyOf(binding),
      },
      {
        cache: namespaces,
        key: ({ metadata }, previous) =>
          previous ? [] : clusterBindingKey(metadata.name ?? ''),
      },
      {
        cache: quotas,
        key: clusterBindingKeyOf,
      },
      { cache: crds, key: () => [] },
    ],
    reconcile: async (key, ctx) => {
      const { namespace = '' } = parseKey(key);
      const clusterNamespace = namespaces.get(namespace);
      if (!clusterBindings.get(key)) return;
      if (
        !identityOfNamespace(clusterNamespace) ||
        clusterNamespace?.metadata.deletionTimestamp
      ) {
        return;
      }
      const { name } = serviceNamespaceQuota;
      const found = quotas.get(`${namespace}/${name}`);
      const plan = planQuota(namespace, found, limit);
      if (plan.action === 'keep') return;
      if (plan.action === 'patch') {
        await client.mergePatch(
          resourceQuotas,
          { namespace, name },
          plan.patch,
        );
        return;
      }
      const delay = quotaDelay(crds.get(countedCrd), now());
      if (delay > 0) {
        ctx.requeueAfter(delay);
        return;
      }
      // Another replica, or an operator, may have created the ResourceQuota.
      if (await createIfAbsent(client, resourceQuotas, plan.quota)) {
        logger.info(
          { namespace, limit },
          'limited the service namespaces of an app cluster',
        );
      }
    },
  });
};
