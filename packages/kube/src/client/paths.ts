// URL paths of resources and objects.
import { resourceName } from '../resources';
import { KubeObject, ObjectKey, Resource } from '../types';

/** Applies the API machinery's rule for path segments. */
function segment(value: string): string {
  if (value === '.' || value === '..' || /[/%]/.test(value)) {
    throw new TypeError(
      `"${value}" is not a valid Kubernetes name: it is "." or "..", or contains "/" or "%".`,
    );
  }
  return encodeURIComponent(value);
}

const groupPath = (group: string, version: string): string =>
  group ? `/apis/${group}/${version}` : `/api/${version}`;

/** URL path of a group and version. */
export function discoveryPath(group: string, version: string): string {
  return groupPath(segment(group), segment(version));
}

/** URL path of a collection: in one namespace, or in all when none is given. */
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
