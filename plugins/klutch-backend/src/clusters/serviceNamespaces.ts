/** Maps namespaces of app clusters to their service namespaces on the control plane. Pure functions. */
import {
  serviceNamespaceName,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import type { Cache } from '@klutch/kube';

/** Index function: the service namespace of an APIServiceNamespace, if assigned. */
export function serviceNamespaceOwners({
  status,
}: APIServiceNamespace): string[] {
  return status?.namespace ? [status.namespace] : [];
}

/**
 * The service namespace of an app cluster's namespace: the name set by the backend, otherwise the name that the
 * backend will assign.
 *
 * @returns undefined when that name would be too long
 */
export function serviceNamespaceOf(
  serviceNamespaces: Pick<Cache<APIServiceNamespace>, 'get'>,
  clusterNamespace: string,
  namespace: string,
): string | undefined {
  const found = serviceNamespaces.get(`${clusterNamespace}/${namespace}`);
  if (found?.status?.namespace) return found.status.namespace;
  const name = serviceNamespaceName(clusterNamespace, namespace);
  return name.ok ? name.value : undefined;
}
