import { annotations, fieldManagers, finalizers, labels, names } from './names';
import { times } from './times';
import { conditionReasons, conditionTypes } from './types/condition';

/** Names that must not change, written by hand; includes extensions, because stored objects use them. */
const contract = {
  names: {
    group: 'klutch.anynines.com',
    templateGroup: 'example-backend.klutch.anynines.com',
    version: 'v1alpha1',
    apiVersion: 'klutch.anynines.com/v1alpha1',
    templateApiVersion: 'example-backend.klutch.anynines.com/v1alpha1',
    category: 'kube-bindings',
    appClusterNamespace: 'klutch-bind',
    kubeconfigSecretGenerateName: 'kubeconfig-',
    kubeconfigSecret: 'kubeconfig',
    kubeconfigKey: 'kubeconfig',
    clusterBinding: 'cluster',
    binder: 'klutch-binder',
    konnector: 'konnector',
    konnectorLease: 'klutch-bind',
    clusterNamespacePrefix: 'cluster',
    templateNamespace: 'crossplane-system',
  },
  finalizers: {
    syncer: 'klutch.anynines.com/syncer',
    appClusterBinding: 'klutch.anynines.com/appclusterbinding-cleanup',
    unbind: 'klutch.anynines.com/unbind',
    serviceNamespace: 'klutch.anynines.com/service-namespace',
  },
  annotations: {
    abandonAppCluster: 'klutch.anynines.com/abandon-app-cluster',
    acceptClaims: 'klutch.anynines.com/accept-claims',
    syncedTypes: 'klutch.anynines.com/synced-types',
    exportedTypes: 'klutch.anynines.com/exported-types',
    bound: 'klutch.anynines.com/bound',
    resourceOwner: 'klutch.anynines.com/resource-owner',
    clusterNamespace: 'klutch.anynines.com/cluster-namespace',
    sourceSpecHash: 'klutch.anynines.com/source-spec-hash',
    apiServiceNamespace: 'klutch.anynines.com/api-service-namespace',
    identity: 'example-backend.klutch.anynines.com/identity',
    installedBy: 'klutch.anynines.com/installed-by',
    consumerUid: 'klutch.anynines.com/consumer-uid',
    consumerCluster: 'klutch.anynines.com/consumer-cluster',
    appliedHash: 'klutch.anynines.com/applied-hash',
    providerNamespaceUid: 'klutch.anynines.com/provider-namespace-uid',
    adopt: 'klutch.anynines.com/adopt',
    serviceNamespaceProblem: 'klutch.anynines.com/service-namespace-problem',
    bootstrapCreateOnly: 'bootstrap.klutch.anynines.com/create-only',
    bootstrapBattery: 'bootstrap.klutch.anynines.com/battery',
  },
  labels: {
    appClusterBindingName: 'klutch.anynines.com/appclusterbinding-name',
    appClusterBindingNamespace:
      'klutch.anynines.com/appclusterbinding-namespace',
    aggregateToBackend: 'klutch.anynines.com/aggregate-to-backend',
    aggregateToKonnector: 'klutch.anynines.com/aggregate-to-konnector',
    deletionProtection: 'klutch.anynines.com/deletion-protection',
  },
  fieldManagers: {
    spec: 'klutch.anynines.com',
    status: 'klutch.anynines.com/status',
    claimed: 'klutch.anynines.com/claimed',
    marker: 'klutch.anynines.com/marker',
    backend: 'klutch.anynines.com/backend',
  },
  conditionTypes: {
    ready: 'Ready',
    exportConnected: 'Connected',
    consumerInSync: 'ConsumerInSync',
    providerInSync: 'ProviderInSync',
    exportsReady: 'ExportsReady',
    healthy: 'Healthy',
    secretValid: 'SecretValid',
    validVersion: 'ValidVersion',
    informersSynced: 'InformersSynced',
    heartbeating: 'Heartbeating',
    bindingConnected: 'Connected',
    schemaInSync: 'SchemaInSync',
    konnectorDeployed: 'KonnectorDeployed',
  },
  conditionReasons: {
    apiServiceBindingNotFound: 'APIServiceBindingNotFound',
    apiServiceExportNotFound: 'APIServiceExportNotFound',
    apiServiceExportInvalid: 'APIServiceExportInvalid',
    clusterBindingUpdateFailed: 'ClusterBindingUpdateFailed',
    crdInvalid: 'CRDInvalid',
    crdNotFound: 'CRDNotFound',
    customResourceDefinitionCreateFailed:
      'CustomResourceDefinitionCreateFailed',
    customResourceDefinitionUpdateFailed:
      'CustomResourceDefinitionUpdateFailed',
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
  },
  times: {
    heartbeatIntervalMs: 300_000,
    heartbeatTickMs: 150_000,
    heartbeatTimeoutIntervals: 2,
    exportRequestFailAgeMs: 60_000,
    exportRequestKeepAgeMs: 600_000,
  },
};

const ours = {
  names,
  finalizers,
  annotations,
  labels,
  fieldManagers,
  conditionTypes,
  conditionReasons,
  times,
};

describe('names of the wire contract', () => {
  it.each(Object.keys(contract) as (keyof typeof contract)[])(
    '%s: every one, and no others',
    what => {
      expect(ours[what]).toEqual(contract[what]);
    },
  );
});
