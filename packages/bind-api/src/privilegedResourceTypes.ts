/** Resource types whose write access amounts to cluster admin; no export and no permission claim may cover them. */
import type { ApiResource } from './naming/apiName';
import { names } from './names';

/** True for the API groups of the binding protocol, whose objects control what is synced. */
export const isBindingGroup = (group: string): boolean =>
  group === names.group || group === names.templateGroup;

/** True for groups of Kubernetes and of the binding protocol, for which a binding must not install CRDs. */
export const isReservedGroup = (group: string): boolean =>
  isBindingGroup(group) ||
  group === '' ||
  group === 'k8s.io' ||
  group.endsWith('.k8s.io') ||
  group === 'kubernetes.io' ||
  group.endsWith('.kubernetes.io');

/**
 * True for a group whose cluster-scoped types are never synced, such as roles, webhooks, CRDs, nodes and volumes. Groups
 * without a dot are reserved for Kubernetes.
 */
export const isPrivilegedGroup = (group: string): boolean =>
  !group.includes('.') || isReservedGroup(group);

/** The cluster-scoped types of Kubernetes by group, for code without access to a discovery API. */
const clusterScopedTypes: Record<string, readonly string[]> = {
  '': ['componentstatuses', 'namespaces', 'nodes', 'persistentvolumes'],
  policy: ['podsecuritypolicies'],
  extensions: ['podsecuritypolicies'],
  'admissionregistration.k8s.io': [
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
    'mutatingwebhookconfigurations',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'validatingwebhookconfigurations',
  ],
  'apiextensions.k8s.io': ['customresourcedefinitions'],
  'apiregistration.k8s.io': ['apiservices'],
  'authentication.k8s.io': ['selfsubjectreviews', 'tokenreviews'],
  'authorization.k8s.io': [
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
  'certificates.k8s.io': ['certificatesigningrequests', 'clustertrustbundles'],
  'flowcontrol.apiserver.k8s.io': [
    'flowschemas',
    'prioritylevelconfigurations',
  ],
  'gateway.networking.k8s.io': ['gatewayclasses'],
  'internal.apiserver.k8s.io': ['storageversions'],
  'metrics.k8s.io': ['nodes'],
  'networking.k8s.io': ['ingressclasses', 'ipaddresses', 'servicecidrs'],
  'node.k8s.io': ['runtimeclasses'],
  'policy.networking.k8s.io': [
    'adminnetworkpolicies',
    'baselineadminnetworkpolicies',
    'clusternetworkpolicies',
  ],
  'rbac.authorization.k8s.io': ['clusterrolebindings', 'clusterroles'],
  'resource.k8s.io': ['deviceclasses', 'devicetaintrules', 'resourceslices'],
  'scheduling.k8s.io': ['priorityclasses'],
  'snapshot.storage.k8s.io': [
    'volumesnapshotclasses',
    'volumesnapshotcontents',
  ],
  'storage.k8s.io': [
    'csidrivers',
    'csinodes',
    'storageclasses',
    'volumeattachments',
    'volumeattributesclasses',
  ],
  'storagemigration.k8s.io': ['storageversionmigrations'],
};

/**
 * True for a type that no konnector syncs and on which no rights are granted, whatever a claim says: a cluster-scoped
 * type of Kubernetes, any type of the binding protocol, the wildcard, or a subresource. Decided by the name alone.
 */
export const isNeverSynced = ({ group, resource }: ApiResource): boolean =>
  group.includes('*') ||
  isBindingGroup(group) ||
  /[*/]/.test(resource) ||
  (clusterScopedTypes[group]?.includes(resource) ?? false);
