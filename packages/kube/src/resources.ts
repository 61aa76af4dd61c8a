// Resource descriptors, and how resources are named.
import {
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  KubeEvent,
  Lease,
  Namespace,
  Role,
  RoleBinding,
  Secret,
  ServiceAccount,
} from './coreTypes';
import { CustomResourceDefinition } from './customResourceDefinition';
import { KubeObject, Resource, Unstructured } from './types';

/** Describes a resource; the type parameter is the type of its objects. */
export function defineResource<T extends KubeObject = Unstructured>(
  resource: Pick<
    Resource,
    'group' | 'version' | 'plural' | 'kind' | 'namespaced'
  >,
): Resource<T> {
  return resource;
}

/**
 * The same resource reduced to metadata: `get`, `list` and `watch` request `PartialObjectMetadata`, and drop the rest
 * of what a server without support for that form sends. Such a resource cannot be written.
 */
export function metadataOf(
  resource: Resource<KubeObject>,
): Resource<KubeObject> {
  return { ...resource, metadataOnly: true };
}

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };

/** Kubernetes' own resources that this project uses. */
export const core = {
  namespaces: defineResource<Namespace>({
    group: '',
    version: 'v1',
    plural: 'namespaces',
    kind: 'Namespace',
    namespaced: false,
  }),
  secrets: defineResource<Secret>({
    group: '',
    version: 'v1',
    plural: 'secrets',
    kind: 'Secret',
    namespaced: true,
  }),
  configMaps: defineResource<ConfigMap>({
    group: '',
    version: 'v1',
    plural: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
  }),
  serviceAccounts: defineResource<ServiceAccount>({
    group: '',
    version: 'v1',
    plural: 'serviceaccounts',
    kind: 'ServiceAccount',
    namespaced: true,
  }),
  events: defineResource<KubeEvent>({
    group: '',
    version: 'v1',
    plural: 'events',
    kind: 'Event',
    namespaced: true,
  }),
  customResourceDefinitions: defineResource<CustomResourceDefinition>({
    group: 'apiextensions.k8s.io',
    version: 'v1',
    plural: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  }),
  clusterRoles: defineResource<ClusterRole>({
    ...rbac,
    plural: 'clusterroles',
    kind: 'ClusterRole',
    namespaced: false,
  }),
  clusterRoleBindings: defineResource<ClusterRoleBinding>({
    ...rbac,
    plural: 'clusterrolebindings',
    kind: 'ClusterRoleBinding',
    namespaced: false,
  }),
  roles: defineResource<Role>({
    ...rbac,
    plural: 'roles',
    kind: 'Role',
    namespaced: true,
  }),
  roleBindings: defineResource<RoleBinding>({
    ...rbac,
    plural: 'rolebindings',
    kind: 'RoleBinding',
    namespaced: true,
  }),
  leases: defineResource<Lease>({
    group: 'coordination.k8s.io',
    version: 'v1',
    plural: 'leases',
    kind: 'Lease',
    namespaced: true,
  }),
} as const;

/** `group/version`, or `version` for the core group. */
export function apiVersionOf(
  resource: Pick<Resource, 'group' | 'version'>,
): string {
  return resource.group
    ? `${resource.group}/${resource.version}`
    : resource.version;
}

/** `plural.group`, or `plural` for the core group: the name that people and CRDs use. */
export function resourceName(
  resource: Pick<Resource, 'group' | 'plural'>,
): string {
  return resource.group
    ? `${resource.plural}.${resource.group}`
    : resource.plural;
}
