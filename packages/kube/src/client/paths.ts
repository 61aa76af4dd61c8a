// The URL paths that resources and objects lead to.
import { resourceName } from '../resources';
import { KubeObject, ObjectKey, Resource } from '../types';

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
