/** All CRDs of the binding protocol, by plural name and by the cluster they belong to. */
import type { CustomResourceDefinition } from '../types/customResourceDefinition';
import { apiServiceBindingCrd } from './apiServiceBinding';
import { apiServiceExportCrd } from './apiServiceExport';
import { apiServiceExportRequestCrd } from './apiServiceExportRequest';
import { apiServiceExportTemplateCrd } from './apiServiceExportTemplate';
import { apiServiceNamespaceCrd } from './apiServiceNamespace';
import { clusterBindingCrd } from './clusterBinding';

/** CRD manifests, ready to apply. `apiServiceBindings` is the namespaced form. */
export const crds = {
  apiServiceExports: apiServiceExportCrd,
  apiServiceExportRequests: apiServiceExportRequestCrd,
  apiServiceNamespaces: apiServiceNamespaceCrd,
  clusterBindings: clusterBindingCrd,
  apiServiceBindings: apiServiceBindingCrd('Namespaced'),
  apiServiceExportTemplates: apiServiceExportTemplateCrd,
};

/** What a control plane cluster needs. */
export const controlPlaneCrds: CustomResourceDefinition[] = [
  crds.apiServiceExports,
  crds.apiServiceExportRequests,
  crds.apiServiceNamespaces,
  crds.clusterBindings,
  crds.apiServiceExportTemplates,
];

/** What an app cluster needs. */
export const appClusterCrds: CustomResourceDefinition[] = [
  crds.apiServiceBindings,
];
