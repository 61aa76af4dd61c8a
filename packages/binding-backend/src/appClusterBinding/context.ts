/** What the parts of the AppClusterBinding controller share. */
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
import type { KonnectorPolicy } from './konnectorPlan';

/** Index of AppClusterBindings by the name of their cluster namespace, whether it is theirs or not. */
export const byClusterNamespace = 'clusterNamespace';

/** What an operator says about AppClusterBindings. */
export interface AppClusterBindingOptions extends KonnectorPolicy {
  /** What their kubeconfigs may ask for. Default: `intakePolicies.strict`. */
  kubeconfigPolicy?: KubeConfigPolicy;
  /** How often their Secrets are read, in seconds. Default 60. */
  checkSeconds?: number;
}

/** What is watched for them beside what the backend watches anyway. */
export interface AppClusterCaches {
  appClusterBindings: Cache<AppClusterBinding>;
  bindings: Cache<APIServiceBinding>;
}

/** What every part of the controller is given. */
export interface AppClusterContext extends ControllerContext {
  appClusterCaches: AppClusterCaches;
  options: AppClusterBindingOptions;
  /** Name of this provider for people. */
  prettyName: string;
}

/** Builds the caches; nothing is watched before they are started. */
export const createAppClusterCaches = (
  common: Pick<ControllerContext, 'client' | 'logger' | 'metrics'>,
): AppClusterCaches => ({
  appClusterBindings: createCache({
    ...common,
    resource: bindResources.appClusterBindings,
    indexes: {
      [byClusterNamespace]: ({ metadata }) => {
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
