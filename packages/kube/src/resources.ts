// Resource descriptors, object keys and the URL paths they lead to.
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
import { KubeObject, ObjectKey, Resource, Unstructured } from './types';

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
 * The same resource, of whose objects only the metadata is read: `get`, `list` and `watch` then ask the server for
 * `PartialObjectMetadata`. Writes are not possible with it.
 */
export function metadataOf(
  resource: Resource<KubeObject>,
): Resource<KubeObject> {
  return { ...resource, metadataOnly: true };
}

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };

/** The resources of Kubernetes itself that this project uses. */
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

/** `namespace/name` of an object, or `name` when it is cluster-scoped. */
export function keyOf(object: {
  metadata: { namespace?: string; name?: string };
}): string {
  const { namespace, name = '' } = object.metadata;
  return namespace ? `${namespace}/${name}` : name;
}

/** The reverse of {@link keyOf}. */
export function parseKey(key: string): ObjectKey {
  const slash = key.indexOf('/');
  return slash < 0
    ? { name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** `group/version`, or `version` for the core group. */
export function apiVersionOf(
  resource: Pick<Resource, 'group' | 'version'>,
): string {
  return resource.group
    ? `${resource.group}/${resource.version}`
    : resource.version;
}

/** `plural.group`, or `plural` for the core group: how people and CRDs name a resource. */
export function resourceName(
  resource: Pick<Resource, 'group' | 'plural'>,
): string {
  return resource.group
    ? `${resource.plural}.${resource.group}`
    : resource.plural;
}

/** The API machinery's own rule for what may stand between two slashes. */
function segment(value: string): string {
  if (value === '.' || value === '..' || /[/%]/.test(value)) {
    throw new TypeError(
      `"${value}" cannot be a name in Kubernetes: it is "." or "..", or contains "/" or "%".`,
    );
  }
  return encodeURIComponent(value);
}

const groupPath = (group: string, version: string): string =>
  group ? `/apis/${group}/${version}` : `/api/${version}`;

/** URL path of a whole group and version. */
export function discoveryPath(group: string, version: string): string {
  return groupPath(segment(group), segment(version));
}

/** URL path of a collection: of one namespace, or of all when none is given. */
export function collectionPath(
  resource: Omit<Resource<KubeObject>, 'kind'>,
  namespace?: string,
): string {
  if (namespace && !resource.namespaced) {
    throw new TypeError(
      `${resourceName(resource)} is cluster-scoped. Leave the namespace out.`,
    );
  }
  const scope = namespace ? `/namespaces/${segment(namespace)}` : '';
  return `${discoveryPath(resource.group, resource.version)}${scope}/${
    resource.plural
  }`;
}

/**
 * URL path of one object or of a subresource.
 * @throws TypeError when the key does not fit the scope of the resource
 */
export function objectPath(
  resource: Resource<KubeObject>,
  key: ObjectKey,
  subresource?: string,
): string {
  if (!key.name) {
    throw new TypeError(
      `A name is needed to address one of ${resourceName(resource)}.`,
    );
  }
  if (resource.namespaced && !key.namespace) {
    throw new TypeError(
      `A namespace is needed to address "${key.name}" of ${resourceName(
        resource,
      )}.`,
    );
  }
  const path = `${collectionPath(resource, key.namespace)}/${segment(
    key.name,
  )}`;
  return subresource ? `${path}/${subresource}` : path;
}
