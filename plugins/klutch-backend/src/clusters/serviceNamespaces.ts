/** Which service namespace on the control plane mirrors which namespace of an app cluster; pure. */
import {
  serviceNamespaceName,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import type { Cache } from '@klutch/kube';

/** Index function: the service namespace of an APIServiceNamespace, once it has one. */
export function serviceNamespaceOwners({
  status,
}: APIServiceNamespace): string[] {
  return status?.namespace ? [status.namespace] : [];
}

/**
 * The service namespace of an app cluster's namespace: as the backend filled it in, else as it will be named.
 *
 * @returns undefined when there can be none, because its name would be too long
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
