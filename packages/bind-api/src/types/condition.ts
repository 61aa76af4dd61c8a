/** The condition item that all kinds of the binding protocol share, and the types and reasons in use. */

/** `True`, `False` or `Unknown`. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** How bad a `False` condition is. */
export type ConditionSeverity = 'Error' | 'Warning' | 'Info';

/**
 * One entry of `status.conditions`. The list is atomic and has two writers (backend and konnector), so it is always
 * written whole, with the resourceVersion that was read, and with the other writer's types untouched.
 * Source: Klutch `bind/pkg/apis/third_party/conditions/apis/conditions/v1alpha1`.
 */
export interface Condition {
  /** What the condition is about; unique within the list. */
  type: string;
  /** Whether it holds. */
  status: ConditionStatus;
  /** RFC 3339, whole seconds: when status, reason, severity or message last changed. */
  lastTransitionTime: string;
  /** Set only while `status` is `False`. */
  severity?: ConditionSeverity;
  /** CamelCase word for programs. */
  reason?: string;
  /** Sentence for people. */
  message?: string;
}

/** Condition types of the binding protocol, by the kind that carries them. */
export const conditionTypes = {
  /** Summary of all other conditions, on every kind that has any; APIServiceNamespaces and export templates have none. */
  ready: 'Ready',
  /** APIServiceExport: an APIServiceBinding exists for it (written by the konnector). */
  exportConnected: 'Connected',
  /** APIServiceExport: the app cluster's CRD equals the export (written by the konnector). */
  consumerInSync: 'ConsumerInSync',
  /** APIServiceExport: the export equals the provider's CRD (written by the backend). */
  providerInSync: 'ProviderInSync',
  /** APIServiceExportRequest: all requested exports exist (written by the backend). */
  exportsReady: 'ExportsReady',
  /** ClusterBinding: the konnector's heartbeat is recent (written by the backend). */
  healthy: 'Healthy',
  /**
   * The kubeconfig secret is there and usable. ClusterBinding and APIServiceBinding: written by the konnector;
   * AppClusterBinding: by the backend.
   */
  secretValid: 'SecretValid',
  /** ClusterBinding: the konnector's version could be read (written by the konnector). */
  validVersion: 'ValidVersion',
  /** APIServiceBinding: caches of the binding are filled (written by the konnector). */
  informersSynced: 'InformersSynced',
  /** APIServiceBinding: heartbeats reach the control plane (written by the konnector). */
  heartbeating: 'Heartbeating',
  /** APIServiceBinding: the export was found and its CRD installed (written by the konnector). */
  bindingConnected: 'Connected',
  /** APIServiceBinding: the installed CRD equals the export. The reference reads it but never writes it. */
  schemaInSync: 'SchemaInSync',
  /** AppClusterBinding: the konnector's Deployment is as wanted (written by the backend). */
  konnectorDeployed: 'KonnectorDeployed',
} as const;

/** Reasons that the reference writes or reads; ours use the same words for the same facts. */
export const conditionReasons = {
  apiServiceBindingNotFound: 'APIServiceBindingNotFound',
  apiServiceExportNotFound: 'APIServiceExportNotFound',
  apiServiceExportInvalid: 'APIServiceExportInvalid',
  clusterBindingUpdateFailed: 'ClusterBindingUpdateFailed',
  crdInvalid: 'CRDInvalid',
  crdNotFound: 'CRDNotFound',
  customResourceDefinitionCreateFailed: 'CustomResourceDefinitionCreateFailed',
  customResourceDefinitionUpdateFailed: 'CustomResourceDefinitionUpdateFailed',
  firstHeartbeatPending: 'FirstHeartbeatPending',
  foreignCustomResourceDefinition: 'ForeignCustomResourceDefinition',
  heartbeatIntervalMissing: 'HeartbeatIntervalMissing',
  heartbeatTimeDrift: 'HeartbeatTimeDrift',
  heartbeatTimeout: 'HeartbeatTimeout',
  informerSyncTimeout: 'InformerSyncTimeout',
  konnectorDeploymentFailed: 'KonnectorDeploymentFailed',
  kubeconfigSecretInvalid: 'KubeconfigSecretInvalid',
  kubeconfigSecretNotFound: 'KubeconfigSecretNotFound',
  notApplicable: 'NA',
  parseError: 'ParseError',
  pending: 'Pending',
  providerSecretInvalid: 'ProviderSecretInvalid',
  providerSecretNotFound: 'ProviderSecretNotFound',
  unknown: 'Unknown',
} as const;
