/** The parts of Kubernetes' object metadata that the binding protocol reads and writes. */

/** Link from a dependent object to its owner; the garbage collector follows it within one scope. */
export interface OwnerReference {
  /** `group/version` of the owner. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner; its namespace is always the dependent's. */
  name: string;
  /** UID of the owner. */
  uid: string;
  /** True for the one owner that manages the object. */
  controller?: boolean;
  /** True when foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean;
}

/** Standard object metadata, as the API server sends it (times are RFC 3339 strings). */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: unknown[];
}

/** What every Kubernetes object has. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** Names one resource type of an API server. */
export interface ResourceDescriptor {
  /** API group, `''` for the core group. */
  group: string;
  /** API version, such as `v1alpha1`. */
  version: string;
  /** Lower-case plural name used in URLs. */
  plural: string;
  /** CamelCase kind. */
  kind: string;
  /** True when objects live in namespaces. */
  namespaced: boolean;
}
