/** All CRDs of the binding protocol, by plural name and by the cluster they belong to. */
import { stringify } from 'yaml';
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

/** What a control plane cluster needs on top for control-plane mode: its bindings live there too. */
export const controlPlaneModeCrds: CustomResourceDefinition[] = [
  crds.appClusterBindings,
  crds.apiServiceBindings,
];

/** CRDs as YAML for `kubectl apply --server-side -f -`, one document each. */
export const crdsToYaml = (
  manifests: readonly CustomResourceDefinition[],
): string =>
  manifests
    .map(crd => stringify(crd, { aliasDuplicateObjects: false, lineWidth: 0 }))
    .join('---\n');
