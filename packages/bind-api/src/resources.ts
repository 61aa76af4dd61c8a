/** One descriptor for each resource type of the binding protocol, for clients and caches. */
import { names } from './names';

const binding = {
  group: names.group,
  version: names.version,
  namespaced: true,
} as const;

/** APIServiceExports, on the control plane. */
export const apiServiceExportResource = {
  ...binding,
  plural: 'apiserviceexports',
  kind: 'APIServiceExport',
} as const;

/** APIServiceExportRequests, on the control plane. */
export const apiServiceExportRequestResource = {
  ...binding,
  plural: 'apiserviceexportrequests',
  kind: 'APIServiceExportRequest',
} as const;

/** APIServiceNamespaces, on the control plane. */
export const apiServiceNamespaceResource = {
  ...binding,
  plural: 'apiservicenamespaces',
  kind: 'APIServiceNamespace',
} as const;

/** ClusterBindings, on the control plane. */
export const clusterBindingResource = {
  ...binding,
  plural: 'clusterbindings',
  kind: 'ClusterBinding',
} as const;

/** APIServiceBindings on the app cluster, in their namespaced form. */
export const apiServiceBindingResource = {
  ...binding,
  plural: 'apiservicebindings',
  kind: 'APIServiceBinding',
} as const;

/** APIServiceBindings on an app cluster whose CRD is still that of v1.5.0. */
export const clusterScopedApiServiceBindingResource = {
  ...apiServiceBindingResource,
  namespaced: false,
} as const;

/** APIServiceExportTemplates, on the control plane. */
export const apiServiceExportTemplateResource = {
  group: names.templateGroup,
  version: names.version,
  plural: 'apiserviceexporttemplates',
  kind: 'APIServiceExportTemplate',
  namespaced: true,
} as const;
