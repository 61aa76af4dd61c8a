/**
 * Every name that two packages, or both sides of the binding protocol, must spell the same way. Those marked "ours" are
 * unknown to the reference, which leaves them alone.
 */

/** Group, version and fixed names of the wire contract. */
export const names = {
  /** API group of all binding kinds. */
  group: 'klutch.anynines.com',
  /** API group of the export template. */
  templateGroup: 'example-backend.klutch.anynines.com',
  /** API version of all kinds of the protocol. */
  version: 'v1alpha1',
  /** `apiVersion` of all binding kinds. */
  apiVersion: 'klutch.anynines.com/v1alpha1',
  /** `apiVersion` of the export template. */
  templateApiVersion: 'example-backend.klutch.anynines.com/v1alpha1',
  /** Category of all binding kinds: `kubectl get kube-bindings`. */
  category: 'kube-bindings',

  /** App cluster namespace that holds bindings, kubeconfig secrets and the konnector. */
  appClusterNamespace: 'klutch-bind',
  /** `generateName` of the kubeconfig secret on the app cluster. */
  kubeconfigSecretGenerateName: 'kubeconfig-',
  /** Name of the kubeconfig secret in the cluster namespace. */
  kubeconfigSecret: 'kubeconfig',
  /** Data key of the kubeconfig in both secrets. */
  kubeconfigKey: 'kubeconfig',
  /** Name of the one ClusterBinding in a cluster namespace. */
  clusterBinding: 'cluster',
  /**
   * Service account in the cluster namespace, its token secret, the static ClusterRole, and all RoleBindings of the
   * account: that in the cluster namespace is to this ClusterRole, those in service namespaces are to
   * `klutch-binder-<cluster namespace>`.
   */
  binder: 'klutch-binder',
  /** Deployment and service account of the konnector in `klutch-bind`. */
  konnector: 'konnector',
  /** Lease of the konnector's leader election. */
  konnectorLease: 'klutch-bind',
  /** `generateName` of cluster namespaces, unless configured. */
  clusterNamespacePrefix: 'cluster',
  /** Namespace of the shipped export templates. */
  templateNamespace: 'crossplane-system',
} as const;

/** Finalizers of the wire contract. */
export const finalizers = {
  /** On synced app cluster objects: gone once the control plane copy is gone. */
  syncer: 'klutch.anynines.com/syncer',
  /** On AppClusterBindings. */
  appClusterBinding: 'klutch.anynines.com/appclusterbinding-cleanup',
  /** On APIServiceBindings (ours): gone once no object of the API carries the syncer's finalizer any more. */
  unbind: 'klutch.anynines.com/unbind',
  /** On APIServiceNamespaces (ours): gone once the service namespace is gone. */
  serviceNamespace: 'klutch.anynines.com/service-namespace',
} as const;

/** Annotations of the wire contract. */
export const annotations = {
  /** `"true"` on synced and adopted objects. */
  bound: 'klutch.anynines.com/bound',
  /** `Provider` or `Consumer` on claimed objects. */
  resourceOwner: 'klutch.anynines.com/resource-owner',
  /** Cluster namespace, on the control plane copy of a cluster-scoped object. */
  clusterNamespace: 'klutch.anynines.com/cluster-namespace',
  /** Hash of the provider's CRD, on the APIServiceExport. */
  sourceSpecHash: 'klutch.anynines.com/source-spec-hash',
  /** `<cluster namespace>/<APIServiceNamespace>`, on the service namespace. */
  apiServiceNamespace: 'klutch.anynines.com/api-service-namespace',
  /**
   * On the cluster namespace: `<OIDC subject>#<cluster id>`, which is the reference's form, for at most one identity
   * provider; `<issuer>#<OIDC subject>#<cluster id>`, each part escaped, for all others.
   */
  identity: 'example-backend.klutch.anynines.com/identity',
  /** `<namespace>/<name>` of the APIServiceBinding that a CRD was installed for (ours; outlives the owner reference). */
  installedBy: 'klutch.anynines.com/installed-by',
  /**
   * On control plane copies (ours): UID of the app cluster object they were made from. Informative; a restored object
   * with a new UID takes its copy over.
   */
  consumerUid: 'klutch.anynines.com/consumer-uid',
  /**
   * On control plane copies and APIServiceNamespaces (ours): UID of the app cluster's `kube-system` namespace, which
   * stands for the cluster. A copy with another value is never touched.
   */
  consumerCluster: 'klutch.anynines.com/consumer-cluster',
  /**
   * On control plane copies and installed CRDs (ours): hash of what was applied last. Tells after a restart that a field
   * was removed, without reading managedFields.
   */
  appliedHash: 'klutch.anynines.com/applied-hash',
  /**
   * On APIServiceBindings and claimed copies (ours): UID of the cluster namespace. A binding whose cluster namespace has
   * another UID than the one recorded is not synced until a person removes the annotation.
   */
  providerNamespaceUid: 'klutch.anynines.com/provider-namespace-uid',
  /** `"true"`, set by a person on a control plane object that is not ours: the konnector may take it over (ours). */
  adopt: 'klutch.anynines.com/adopt',
  /** On an APIServiceNamespace that has no usable service namespace: the reason, in words (ours). */
  serviceNamespaceProblem: 'klutch.anynines.com/service-namespace-problem',
  /**
   * On APIServiceNamespaces (ours): the types of which the konnector ever wrote anything into the service namespace,
   * `<plural>.<group>` with commas between.
   */
  syncedTypes: 'klutch.anynines.com/synced-types',
  /**
   * On APIServiceNamespaces (ours): the types that the backend exported to the cluster namespace while the service
   * namespace was there, in the same form; never taken away.
   */
  exportedTypes: 'klutch.anynines.com/exported-types',
  /**
   * `all`, set by a person on an APIServiceBinding, or on an AppClusterBinding for all its bindings: every claim of the
   * export is accepted, later ones too (ours).
   */
  acceptClaims: 'klutch.anynines.com/accept-claims',
  /**
   * `"true"`, set by a person on an APIServiceBinding of control-plane mode, or on its AppClusterBinding: the app cluster
   * is lost for good, so the deletion does not wait until the objects there are let go (ours).
   */
  abandonAppCluster: 'klutch.anynines.com/abandon-app-cluster',
  /** On objects that the reference's components install: leave an existing one alone. */
  bootstrapCreateOnly: 'bootstrap.klutch.anynines.com/create-only',
  /** On objects that the reference's components install: the feature they belong to. */
  bootstrapBattery: 'bootstrap.klutch.anynines.com/battery',
} as const;

/** Labels of the wire contract. */
export const labels = {
  /** Name of the AppClusterBinding, on what the backend creates for it. */
  appClusterBindingName: 'klutch.anynines.com/appclusterbinding-name',
  /** Namespace of the AppClusterBinding, on what the backend creates for it. */
  appClusterBindingNamespace: 'klutch.anynines.com/appclusterbinding-namespace',
  /** `"true"` on a ClusterRole of the control plane that adds to the backend's rights (ours). */
  aggregateToBackend: 'klutch.anynines.com/aggregate-to-backend',
  /** `"true"` on a ClusterRole of an app cluster that adds to the konnector's rights (ours). */
  aggregateToKonnector: 'klutch.anynines.com/aggregate-to-konnector',
} as const;

/** Server-side-apply field managers. */
export const fieldManagers = {
  /** Spec of synced objects on the control plane; the reference's konnector uses the same, so a swap needs no clean-up. */
  spec: 'klutch.anynines.com',
  /** Status of synced objects on the app cluster. */
  status: 'klutch.anynines.com/status',
  /** Claimed objects, such as credential secrets. */
  claimed: 'klutch.anynines.com/claimed',
  /** The finalizer and marker that the konnector puts on app cluster objects. */
  marker: 'klutch.anynines.com/marker',
  /** What the binding backend applies. */
  backend: 'klutch.anynines.com/backend',
} as const;
