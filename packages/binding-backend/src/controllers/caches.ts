/** Caches of everything the controllers watch on the control plane cluster, and their indexes. */
import {
  annotations,
  bindResources,
  clusterBindingKey,
  names,
  parseServiceNamespaceAnnotation,
  type APIServiceExport,
  type APIServiceExportRequest,
  type APIServiceExportTemplate,
  type APIServiceNamespace,
  type ClusterBinding,
  type CustomResourceDefinition,
  apiName,
} from '@klutch/bind-api';
import {
  core,
  createCache,
  type Cache,
  type ClusterRole,
  type KubeClient,
  type KubeMetrics,
  type KubeObject,
  type Logger,
  type Namespace,
  type RoleBinding,
  type Secret,
  type ServiceAccount,
} from '@klutch/kube';
import { backendNames, serviceNamespaceQuota } from '../backendNames';
import { nonExpiringTokenSelector } from '../tokens/tokenSecret';
import { resourceQuotas, type ResourceQuota } from './planQuota';
import { targetNamespace } from './serviceNamespaceOwnership';

/** Index by namespace. */
export const byNamespace = 'namespace';
/** Index by the API of an object, `<plural>.<group>`. */
export const byApi = 'api';
/** Index of APIServiceNamespaces by the name of their service namespace. */
export const byTarget = 'target';
/** Index of service namespaces by their cluster namespace. */
export const byOwningClusterNamespace = 'owning-cluster-namespace';

/** The caches, each over all namespaces; kubeconfig and token secrets without their data. */
export interface BackendCaches {
  requests: Cache<APIServiceExportRequest>;
  exports: Cache<APIServiceExport>;
  templates: Cache<APIServiceExportTemplate>;
  crds: Cache<CustomResourceDefinition>;
  serviceNamespaces: Cache<APIServiceNamespace>;
  clusterBindings: Cache<ClusterBinding>;
  namespaces: Cache<Namespace>;
  roleBindings: Cache<RoleBinding>;
  clusterRoles: Cache<ClusterRole>;
  clusterRoleBindings: Cache<RoleBinding>;
  serviceAccounts: Cache<ServiceAccount>;
  kubeconfigs: Cache<Secret>;
  tokenSecretsA: Cache<Secret>;
  tokenSecretsB: Cache<Secret>;
  /**
   * Secrets with non-expiring tokens of the reference, for a warning. Outdated ClusterRoles do not let the backend list
   * them, so nothing else may wait for this cache.
   */
  nonExpiringTokens: Cache<Secret>;
  /** ResourceQuotas that limit service namespaces; outdated ClusterRoles do not let the backend list them either. */
  quotas: Cache<ResourceQuota>;
}

/** Credentials are never cached: controllers need the metadata of a Secret, never its content. */
const withoutData = ({ apiVersion, kind, metadata }: Secret): Secret => ({
  apiVersion,
  kind,
  metadata,
});

const withoutStatus = (
  crd: CustomResourceDefinition,
): CustomResourceDefinition => {
  const { status: _, ...rest } = crd;
  return rest;
};

const named = (name: string) => `metadata.name=${name}`;
const namespaceIndex = {
  [byNamespace]: ({ metadata }: KubeObject) => [metadata.namespace ?? ''],
};

const owningClusterNamespace = ({ metadata }: Namespace): string[] => {
  const owner = parseServiceNamespaceAnnotation(
    metadata.annotations?.[annotations.apiServiceNamespace] ?? '',
  );
  return owner ? [owner.clusterNamespace] : [];
};

/** What all caches are created with. */
interface CommonOptions {
  client: KubeClient;
  logger: Logger;
  metrics?: KubeMetrics;
}

const createSecretCaches = (common: CommonOptions) => {
  const [tokenSecretA, tokenSecretB] = backendNames.tokenSecrets;
  const secrets = (fieldSelector: string) =>
    createCache({
      ...common,
      resource: core.secrets,
      fieldSelector,
      project: withoutData,
    });
  return {
    kubeconfigs: secrets(named(names.kubeconfigSecret)),
    tokenSecretsA: secrets(named(tokenSecretA)),
    tokenSecretsB: secrets(named(tokenSecretB)),
    nonExpiringTokens: secrets(nonExpiringTokenSelector),
  };
};

/** Creates the caches; watches begin only when the caches are started. */
export const createBackendCaches = (common: CommonOptions): BackendCaches => ({
  requests: createCache({
    ...common,
    resource: bindResources.requests,
    indexes: {
      ...namespaceIndex,
      [byApi]: request =>
        request.spec.resources.map(({ group = '', resource }) =>
          apiName({ group, resource }),
        ),
    },
  }),
  exports: createCache({
    ...common,
    resource: bindResources.exports,
    indexes: {
      ...namespaceIndex,
      [byApi]: ({ metadata }) => [metadata.name ?? ''],
    },
  }),
  templates: createCache({
    ...common,
    resource: bindResources.templates,
  }),
  crds: createCache({
    ...common,
    resource: core.customResourceDefinitions,
    project: withoutStatus,
  }),
  serviceNamespaces: createCache({
    ...common,
    resource: bindResources.serviceNamespaces,
    indexes: {
      ...namespaceIndex,
      [byTarget]: object => {
        const target = targetNamespace(object);
        return target.ok ? [target.value] : [];
      },
    },
  }),
  clusterBindings: createCache({
    ...common,
    resource: bindResources.clusterBindings,
  }),
  namespaces: createCache({
    ...common,
    resource: core.namespaces,
    indexes: {
      [byOwningClusterNamespace]: owningClusterNamespace,
    },
  }),
  roleBindings: createCache({
    ...common,
    resource: core.roleBindings,
    indexes: namespaceIndex,
  }),
  clusterRoles: createCache({
    ...common,
    resource: core.clusterRoles,
  }),
  clusterRoleBindings: createCache({
    ...common,
    resource: core.clusterRoleBindings,
  }),
  serviceAccounts: createCache({
    ...common,
    resource: core.serviceAccounts,
    fieldSelector: named(names.binder),
  }),
  ...createSecretCaches(common),
  quotas: createCache({
    ...common,
    resource: resourceQuotas,
    fieldSelector: named(serviceNamespaceQuota.name),
  }),
});

/** Name of the API whose export template a ClusterRole belongs to; empty for all other roles. */
export const apiOfRole = ({ metadata: { name = '' } }: ClusterRole): string[] =>
  [backendNames.apiRolePrefix, backendNames.templateRolePrefix]
    .filter(prefix => name.startsWith(prefix))
    .map(prefix => name.slice(prefix.length));

/** Key of the ClusterBinding of the cluster namespace that an object is in. */
export const clusterBindingKeyOf = ({
  metadata,
}: Pick<KubeObject, 'metadata'>): string =>
  clusterBindingKey(metadata.namespace ?? '');
