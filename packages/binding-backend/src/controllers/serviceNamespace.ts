/**
 * Controller of service namespaces: creates them, grants rights in them, only then publishes them in the status, and
 * deletes them.
 */
import { annotations, parseServiceNamespaceAnnotation } from '@klutch/bind-api';
import { keyOf, type Controller, type Namespace } from '@klutch/kube';
import { identityOfNamespace } from '../identity/clusterNamespace';
import { apiOfRole, byApi, byNamespace, byTarget } from './caches';
import type { ControllerContext } from './context';
import { createTenantController } from './createTenantController';
import { finalizeServiceNamespace } from './finalizeServiceNamespace';
import { reconcileServiceNamespace } from './reconcileServiceNamespace';
import { keptRetry } from './serviceNamespaceProblem';

/**
 * Watches APIServiceNamespaces, the namespaces and RoleBindings created for them, and the ClusterRoles that these need.
 */
export const createServiceNamespaceController = (
  context: ControllerContext,
): Controller => {
  const { caches } = context;
  const { serviceNamespaces, namespaces } = caches;
  const inClusterNamespace = (name: string) =>
    serviceNamespaces.byIndex(byNamespace, name).map(keyOf);
  const ownersOf = (namespace: Namespace | undefined): string[] => {
    const value =
      namespace?.metadata.annotations?.[annotations.apiServiceNamespace] ?? '';
    return parseServiceNamespaceAnnotation(value) ? [value] : [];
  };
  return createTenantController(context, {
    name: 'service-namespace',
    watches: [
      { cache: serviceNamespaces },
      {
        cache: namespaces,
        key: (namespace, previous) => [
          ...ownersOf(namespace),
          ...ownersOf(previous),
          ...serviceNamespaces
            .byIndex(byTarget, namespace.metadata.name ?? '')
            .map(keyOf),
          ...inClusterNamespace(namespace.metadata.name ?? ''),
        ],
      },
      {
        cache: caches.roleBindings,
        key: ({ metadata }) =>
          ownersOf(namespaces.get(metadata.namespace ?? '')),
      },
      {
        cache: caches.clusterRoles,
        key: role =>
          apiOfRole(role).flatMap(api =>
            caches.exports
              .byIndex(byApi, api)
              .flatMap(({ metadata }) =>
                inClusterNamespace(metadata.namespace ?? ''),
              ),
          ),
      },
      {
        cache: caches.exports,
        key: ({ metadata }) => inClusterNamespace(metadata.namespace ?? ''),
      },
      // No service namespace may count as empty before the CRDs are synced.
      { cache: caches.crds, key: () => undefined },
    ],
    reconcile: async (key, ctx) => {
      const object = serviceNamespaces.get(key);
      if (!object) return;
      const retry = (delay: number) => ctx.requeueAfter(delay);
      if (object.metadata.deletionTimestamp) {
        await finalizeServiceNamespace(context, object, () => retry(keptRetry));
        return;
      }
      const clusterNamespace = namespaces.get(object.metadata.namespace ?? '');
      if (!identityOfNamespace(clusterNamespace)) return;
      if (clusterNamespace?.metadata.deletionTimestamp) return;
      await reconcileServiceNamespace(context, object, retry);
    },
  });
};
