/**
 * Names shared by several packages or by both sides of the binding protocol. Names marked "extension" do not exist in
 * upstream Klutch, which ignores them.
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
  /** On synced app cluster objects: removed when the control plane copy is deleted. */
  syncer: 'klutch.anynines.com/syncer',
  /** On AppClusterBindings. */
  appClusterBinding: 'klutch.anynines.com/appclusterbinding-cleanup',
  /** On APIServiceBindings (extension): removed when no object of the API has the syncer's finalizer any more. */
  unbind: 'klutch.anynines.com/unbind',
  /** On APIServiceNamespaces (extension): removed when the service namespace is deleted. */
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
   * On the cluster namespace: `<OIDC subject>#<cluster id>`, the format of upstream Klutch, for at most one identity
   * provider; `<issuer>#<OIDC subject>#<cluster id>`, with each part escaped, for all others.
   */
  identity: 'example-backend.klutch.anynines.com/identity',
  /** `<namespace>/<name>` of the APIServiceBinding that a CRD was installed for (extension; outlives the owner reference). */
  installedBy: 'klutch.anynines.com/installed-by',
  /**
   * On control plane copies (extension): UID of the original app cluster object. Informative; a restored object with a
   * new UID adopts the existing copy.
   */
  consumerUid: 'klutch.anynines.com/consumer-uid',
  /**
   * On control plane copies and APIServiceNamespaces (extension): UID of the app cluster's `kube-system` namespace, as
   * the identity of the cluster. A copy with another value is never modified.
   */
  consumerCluster: 'klutch.anynines.com/consumer-cluster',
  /**
   * On control plane copies and installed CRDs (extension): hash of the last applied content. Detects removed fields
   * after a restart without reading managedFields.
   */
  appliedHash: 'klutch.anynines.com/applied-hash',
  /**
   * On APIServiceBindings and claimed copies (extension): UID of the cluster namespace. A binding whose cluster
   * namespace has another UID than the recorded one is not synced until a user removes the annotation.
   */
  providerNamespaceUid: 'klutch.anynines.com/provider-namespace-uid',
  /** `"true"`, set by a user on an unmanaged control plane object: the konnector may adopt the object (extension). */
  adopt: 'klutch.anynines.com/adopt',
  /** On an APIServiceNamespace without a usable service namespace: the error message (extension). */
  serviceNamespaceProblem: 'klutch.anynines.com/service-namespace-problem',
  /**
   * On APIServiceNamespaces (extension): all types that the konnector ever wrote to the service namespace, as
   * comma-separated `<plural>.<group>`.
   */
  syncedTypes: 'klutch.anynines.com/synced-types',
  /**
   * On APIServiceNamespaces (extension): all types that the backend exported to the cluster namespace while the service
   * namespace existed, as comma-separated `<plural>.<group>`; types are never removed from the list.
   */
  exportedTypes: 'klutch.anynines.com/exported-types',
  /**
   * `all`, set by a user on an APIServiceBinding, or on an AppClusterBinding for all its bindings: all current and future
   * claims of the export are accepted (extension).
   */
  acceptClaims: 'klutch.anynines.com/accept-claims',
  /**
   * `"true"`, set by a user on an APIServiceBinding of control-plane mode, or on its AppClusterBinding: the app cluster
   * is permanently lost, so deletion does not wait for the finalizers of its objects to be removed (extension).
   */
  abandonAppCluster: 'klutch.anynines.com/abandon-app-cluster',
  /** On objects that upstream components install: existing objects are not updated. */
  bootstrapCreateOnly: 'bootstrap.klutch.anynines.com/create-only',
  /** On objects that upstream components install: the feature that the object belongs to. */
  bootstrapBattery: 'bootstrap.klutch.anynines.com/battery',
} as const;

/** Labels of the wire contract. */
export const labels = {
  /** Name of the AppClusterBinding, on objects that the backend creates for the binding. */
  appClusterBindingName: 'klutch.anynines.com/appclusterbinding-name',
  /** Namespace of the AppClusterBinding, on objects that the backend creates for the binding. */
  appClusterBindingNamespace: 'klutch.anynines.com/appclusterbinding-namespace',
  /** `"true"` on ClusterRoles of the control plane that are aggregated into the backend's role (extension). */
  aggregateToBackend: 'klutch.anynines.com/aggregate-to-backend',
  /** `"true"` on ClusterRoles of an app cluster that are aggregated into the konnector's role (extension). */
  aggregateToKonnector: 'klutch.anynines.com/aggregate-to-konnector',
  /** `"true"`, set by a user on an object of an app cluster: the object cannot be deleted (extension). */
  deletionProtection: 'klutch.anynines.com/deletion-protection',
} as const;

/** Server-side-apply field managers. */
export const fieldManagers = {
  /** Spec of synced objects on the control plane; the same as in upstream Klutch, so replacing the konnector needs no clean-up. */
  spec: 'klutch.anynines.com',
  /** Status of synced objects on the app cluster. */
  status: 'klutch.anynines.com/status',
  /** Claimed objects, such as credential secrets. */
  claimed: 'klutch.anynines.com/claimed',
  /** The finalizer and marker that the konnector puts on app cluster objects. */
  marker: 'klutch.anynines.com/marker',
  /** Objects of the binding backend. */
  backend: 'klutch.anynines.com/backend',
} as const;
