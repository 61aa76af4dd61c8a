/** All CRDs of the binding protocol, by plural name and by the cluster they belong to. */
import type { CustomResourceDefinition } from '@klutch/kube';
import { apiServiceBindingCrd } from './apiServiceBinding';
import { apiServiceExportCrd } from './apiServiceExport';
import { apiServiceExportRequestCrd } from './apiServiceExportRequest';
import { apiServiceExportTemplateCrd } from './apiServiceExportTemplate';
import { apiServiceNamespaceCrd } from './apiServiceNamespace';
import { appClusterBindingCrd } from './appClusterBinding';
import { clusterBindingCrd } from './clusterBinding';

/** CRD manifests, ready to apply. `apiServiceBindings` is the namespaced form. */
export const crds = {
  apiServiceExports: apiServiceExportCrd,
  apiServiceExportRequests: apiServiceExportRequestCrd,
  apiServiceNamespaces: apiServiceNamespaceCrd,
  clusterBindings: clusterBindingCrd,
  apiServiceBindings: apiServiceBindingCrd('Namespaced'),
  apiServiceExportTemplates: apiServiceExportTemplateCrd,
  appClusterBindings: appClusterBindingCrd,
};

/** CRDs of a control plane cluster. */
export const controlPlaneCrds: CustomResourceDefinition[] = [
  crds.apiServiceExports,
  crds.apiServiceExportRequests,
  crds.apiServiceNamespaces,
  crds.clusterBindings,
  crds.apiServiceExportTemplates,
];

/** CRDs of an app cluster. */
export const appClusterCrds: CustomResourceDefinition[] = [
  crds.apiServiceBindings,
];

/** Additional CRDs of a control plane cluster for control-plane mode, where the bindings are on the control plane too. */
export const controlPlaneModeCrds: CustomResourceDefinition[] = [
  crds.appClusterBindings,
  crds.apiServiceBindings,
];
