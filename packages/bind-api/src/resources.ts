/** Typed descriptors of the binding protocol's resources, for clients and caches. */
import type { KubeObject, Resource } from '@klutch/kube';
import { names } from './names';
import type { APIServiceBinding } from './types/apiServiceBinding';
import type { APIServiceExport } from './types/apiServiceExport';
import type { APIServiceExportRequest } from './types/apiServiceExportRequest';
import type { APIServiceExportTemplate } from './types/apiServiceExportTemplate';
import type { APIServiceNamespace } from './types/apiServiceNamespace';
import type { AppClusterBinding } from './types/appClusterBinding';
import type { ClusterBinding } from './types/clusterBinding';

const resource = <T extends KubeObject>(
  plural: string,
  kind: string,
  rest: Partial<Pick<Resource, 'group' | 'version' | 'namespaced'>> = {},
): Resource<T> => ({
  group: names.group,
  version: names.version,
  plural,
  kind,
  namespaced: true,
  ...rest,
});

/** Descriptors of the binding protocol's resources. */
export const bindResources = {
  /** On the control plane, in any namespace. */
  appClusterBindings: resource<AppClusterBinding>(
    'appclusterbindings',
    'AppClusterBinding',
  ),
  /** On the binding cluster, in their namespaced form. */
  bindings: resource<APIServiceBinding>(
    'apiservicebindings',
    'APIServiceBinding',
  ),
  /** On an app cluster whose CRD is still that of v1.5.0. */
  clusterScopedBindings: resource<APIServiceBinding>(
    'apiservicebindings',
    'APIServiceBinding',
    { namespaced: false },
  ),
  /** On the control plane, one in each cluster namespace. */
  clusterBindings: resource<ClusterBinding>(
    'clusterbindings',
    'ClusterBinding',
  ),
  /** On the control plane, in cluster namespaces. */
  exports: resource<APIServiceExport>('apiserviceexports', 'APIServiceExport'),
  /** On the control plane, in cluster namespaces. */
  requests: resource<APIServiceExportRequest>(
    'apiserviceexportrequests',
    'APIServiceExportRequest',
  ),
  /** On the control plane, in cluster namespaces. */
  serviceNamespaces: resource<APIServiceNamespace>(
    'apiservicenamespaces',
    'APIServiceNamespace',
  ),
  /** On the control plane, in any namespace. */
  templates: resource<APIServiceExportTemplate>(
    'apiserviceexporttemplates',
    'APIServiceExportTemplate',
    { group: names.templateGroup },
  ),
} as const;
