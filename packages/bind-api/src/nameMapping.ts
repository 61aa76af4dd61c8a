/** How names of the app cluster become names on the control plane, and back. */
import { names } from './names';
import type { Result } from './result';

/** Longest namespace name (a DNS label). */
const maxNamespaceName = 63;
/** Longest object name (a DNS subdomain). */
const maxObjectName = 253;

const prefixed = (clusterNamespace: string, name: string) =>
  `${clusterNamespace}-${name}`;

/** Name of an export, a binding and a CRD: `<plural>.<group>`; only `<plural>` for the core group. */
export const resourceName = (resource: {
  plural: string;
  group: string;
}): string =>
  resource.group === ''
    ? resource.plural
    : `${resource.plural}.${resource.group}`;

/** Splits what {@link resourceName} made. */
export const parseResourceName = (
  name: string,
): { plural: string; group: string } => {
  const dot = name.indexOf('.');
  return dot < 0
    ? { plural: name, group: '' }
    : { plural: name.slice(0, dot), group: name.slice(dot + 1) };
};

/**
 * Service namespace of an app cluster's namespace: `<cluster namespace>-<namespace>`.
 * @returns an error when the name would be longer than Kubernetes allows; it is never cut, because two cut names may meet.
 */
export const serviceNamespaceName = (
  clusterNamespace: string,
  namespace: string,
): Result<string> => {
  const value = prefixed(clusterNamespace, namespace);
  return value.length <= maxNamespaceName
    ? { ok: true, value }
    : {
        ok: false,
        error:
          `The service namespace for "${namespace}" would be "${value}", which has ${value.length} characters; ` +
          `Kubernetes allows ${maxNamespaceName}. Use a namespace with a name of at most ` +
          `${maxNamespaceName - clusterNamespace.length - 1} characters.`,
      };
};

/** Control plane name of an app cluster's cluster-scoped object: `<cluster namespace>-<name>`. */
export const clusterScopedProviderName = (
  clusterNamespace: string,
  name: string,
): Result<string> => {
  const value = prefixed(clusterNamespace, name);
  return value.length <= maxObjectName
    ? { ok: true, value }
    : {
        ok: false,
        error:
          `The control plane's copy of "${name}" would have a name of ${value.length} characters; ` +
          `Kubernetes allows ${maxObjectName}. Use a name of at most ${maxObjectName - clusterNamespace.length - 1} characters.`,
      };
};

/** App cluster name of a cluster-scoped control plane object; undefined when it belongs to another app cluster. */
export const clusterScopedConsumerName = (
  clusterNamespace: string,
  providerName: string,
): string | undefined => {
  const prefix = prefixed(clusterNamespace, '');
  return providerName.startsWith(prefix) && providerName.length > prefix.length
    ? providerName.slice(prefix.length)
    : undefined;
};

/** ClusterRole and ClusterRoleBinding of one app cluster: `klutch-binder-<cluster namespace>`. */
export const binderClusterRoleName = (clusterNamespace: string): string =>
  `${names.binder}-${clusterNamespace}`;

/** Value of the annotation on a service namespace: `<cluster namespace>/<APIServiceNamespace>`. */
export const serviceNamespaceAnnotation = (
  clusterNamespace: string,
  namespace: string,
): string => `${clusterNamespace}/${namespace}`;

/** Reads what {@link serviceNamespaceAnnotation} wrote; undefined when it is not of that form. */
export const parseServiceNamespaceAnnotation = (
  value: string,
): { clusterNamespace: string; namespace: string } | undefined => {
  const [clusterNamespace, namespace, ...rest] = value.split('/');
  return clusterNamespace && namespace && rest.length === 0
    ? { clusterNamespace, namespace }
    : undefined;
};
