/** The kinds of the binding protocol, and CRDs, as the portal reads them. */
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
} from '@klutch/bind-api';
import { defineResource } from '@klutch/kube';
import type { Xrd } from '../services/serviceInfo';

/** Resources of both clusters. */
export const bindTypes = {
  bindings: defineResource<APIServiceBinding>(apiServiceBindingResource),
  clusterBindings: defineResource<ClusterBinding>(clusterBindingResource),
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
  xrds: defineResource<Xrd>({
    group: 'apiextensions.crossplane.io',
    version: 'v1',
    plural: 'compositeresourcedefinitions',
    kind: 'CompositeResourceDefinition',
    namespaced: false,
  }),
} as const;
