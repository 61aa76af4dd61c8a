/** Context shared by the parts of the AppClusterBinding controller. */
import {
  appClusterNamespaceName,
  apiName,
  bindResources,
  type APIServiceBinding,
  type AppClusterBinding,
} from '@klutch/bind-api';
import { createCache, type Cache, type KubeConfigPolicy } from '@klutch/kube';
import { byApi, byNamespace } from '../controllers/caches';
import type { ControllerContext } from '../controllers/context';
import type { KonnectorPolicy } from './planKonnector';

/** Index of AppClusterBindings by the name of their cluster namespace, whether or not the namespace belongs to them. */
export const byClusterNamespaceName = 'cluster-namespace-name';

/** Operator configuration for AppClusterBindings. */
export interface AppClusterBindingOptions extends KonnectorPolicy {
  /** What their kubeconfigs may contain. Default: `kubeConfigPolicies.strict`. */
  kubeconfigPolicy?: KubeConfigPolicy;
  /** How often their Secrets are read, in seconds. Default 60. */
  checkSeconds?: number;
}

/** Caches for AppClusterBindings in addition to the backend's own. */
export interface AppClusterCaches {
  appClusterBindings: Cache<AppClusterBinding>;
  bindings: Cache<APIServiceBinding>;
}

/** Context of every part of the controller. */
export interface AppClusterContext extends ControllerContext {
  appClusterCaches: AppClusterCaches;
  options: AppClusterBindingOptions;
  /** Display name of this provider. */
  prettyName: string;
}

/** Creates the caches; watches begin only when the caches are started. */
export const createAppClusterCaches = (
  common: Pick<ControllerContext, 'client' | 'logger' | 'metrics'>,
): AppClusterCaches => ({
  appClusterBindings: createCache({
    ...common,
    resource: bindResources.appClusterBindings,
    indexes: {
      [byClusterNamespaceName]: ({ metadata }) => {
        const { namespace = '', name = '' } = metadata;
        const named = appClusterNamespaceName(namespace, name);
        return named.ok ? [named.value] : [];
      },
      [byApi]: ({ spec }) =>
        (spec.apiExports ?? []).map(({ group = '', resource }) =>
          apiName({ group, resource }),
        ),
    },
  }),
  bindings: createCache({
    ...common,
    resource: bindResources.bindings,
    indexes: {
      [byNamespace]: ({ metadata }) => [metadata.namespace ?? ''],
    },
  }),
});
