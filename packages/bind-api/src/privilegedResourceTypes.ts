/** Resource types that rule a cluster: who may write one of them has it, so no export and no permission claim covers them. */
import type { ApiResource } from './naming/apiName';
import { names } from './names';

/** True for the groups of the binding itself: who writes their objects says what is synced where. */
export const isBindingGroup = (group: string): boolean =>
  group === names.group || group === names.templateGroup;

/** True for groups of Kubernetes and of the binding itself: nobody brings a CRD into them through a binding. */
export const isReservedGroup = (group: string): boolean =>
  isBindingGroup(group) ||
  group === '' ||
  group === 'k8s.io' ||
  group.endsWith('.k8s.io') ||
  group === 'kubernetes.io' ||
  group.endsWith('.kubernetes.io');

/**
 * True for a group whose cluster-scoped types are never synced: roles, webhooks, CRDs, nodes, volumes and the like.
 * Groups without a dot are Kubernetes' own.
 */
export const isPrivilegedGroup = (group: string): boolean =>
  !group.includes('.') || isReservedGroup(group);

/** The cluster-scoped types of Kubernetes by group, for whoever cannot ask a cluster. */
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
 * True for a type that no konnector syncs whatever a claim says, as far as its name tells: a cluster-scoped type of
 * Kubernetes, any type of the binding itself, all types at once, or a subresource. No right on it is granted.
 */
export const isNeverSynced = ({ group, resource }: ApiResource): boolean =>
  group.includes('*') ||
  isBindingGroup(group) ||
  /[*/]/.test(resource) ||
  (clusterScopedTypes[group]?.includes(resource) ?? false);
