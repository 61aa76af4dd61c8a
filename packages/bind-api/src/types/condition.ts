/** The condition type of all kinds of the binding protocol, and its types and reasons. */

/** `True`, `False` or `Unknown`. */
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** Severity of a `False` condition. */
export type ConditionSeverity = 'Error' | 'Warning' | 'Info';

/**
 * One entry of `status.conditions`. The list is atomic and has two writers (backend and konnector), so each of them
 * writes the whole list, with the resourceVersion that was read, and keeps the other writer's types unchanged.
 * Source: Klutch `bind/pkg/apis/third_party/conditions/apis/conditions/v1alpha1`.
 */
export interface Condition {
  /** Type of the condition; unique within the list. */
  type: string;
  /** Whether the condition is fulfilled. */
  status: ConditionStatus;
  /** RFC 3339, whole seconds: when status, reason, severity or message last changed. */
  lastTransitionTime: string;
  /** Set only while `status` is `False`. */
  severity?: ConditionSeverity;
  /** Machine-readable reason in CamelCase. */
  reason?: string;
  /** Human-readable message. */
  message?: string;
}

/** Condition types of the binding protocol, by the kind that carries them. */
export const conditionTypes = {
  /** Summary of all other conditions, on every kind that has any; APIServiceNamespaces and export templates have none. */
  ready: 'Ready',
  /** APIServiceExport: an APIServiceBinding exists for the export (written by the konnector). */
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
   * The kubeconfig secret exists and is valid. ClusterBinding and APIServiceBinding: written by the konnector;
   * AppClusterBinding: written by the backend.
   */
  secretValid: 'SecretValid',
  /** ClusterBinding: the konnector's version could be parsed (written by the konnector). */
  validVersion: 'ValidVersion',
  /** APIServiceBinding: the caches of the binding are synced (written by the konnector). */
  informersSynced: 'InformersSynced',
  /** APIServiceBinding: heartbeats reach the control plane (written by the konnector). */
  heartbeating: 'Heartbeating',
  /** APIServiceBinding: the export was found and its CRD installed (written by the konnector). */
  bindingConnected: 'Connected',
  /** APIServiceBinding: the installed CRD equals the export. Upstream Klutch reads this type but never writes it. */
  schemaInSync: 'SchemaInSync',
  /** AppClusterBinding: the konnector's Deployment has its desired state (written by the backend). */
  konnectorDeployed: 'KonnectorDeployed',
} as const;

/** Reasons that upstream Klutch writes or reads; this implementation uses them for the same states. */
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
