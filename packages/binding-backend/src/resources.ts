/** The resource types this backend reads and writes, with the types of their objects. */
import {
  apiServiceBindingResource,
  apiServiceExportRequestResource,
  apiServiceExportResource,
  apiServiceExportTemplateResource,
  apiServiceNamespaceResource,
  clusterBindingResource,
  type APIServiceBinding,
  type APIServiceExport,
  type APIServiceExportRequest,
  type APIServiceExportTemplate,
  type APIServiceNamespace,
  type ClusterBinding,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import { core, defineResource } from '@klutch/kube';

/** Kinds of the binding protocol, and CRDs in the form that bind-api reads. */
export const bindResources = {
  bindings: defineResource<APIServiceBinding>(apiServiceBindingResource),
  clusterBindings: defineResource<ClusterBinding>(clusterBindingResource),
  crds: defineResource<CustomResourceDefinition>(
    core.customResourceDefinitions,
  ),
  exports: defineResource<APIServiceExport>(apiServiceExportResource),
  requests: defineResource<APIServiceExportRequest>(
    apiServiceExportRequestResource,
  ),
  serviceNamespaces: defineResource<APIServiceNamespace>(
    apiServiceNamespaceResource,
  ),
  templates: defineResource<APIServiceExportTemplate>(
    apiServiceExportTemplateResource,
  ),
} as const;
