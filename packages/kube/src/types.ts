// Basic types: Kubernetes objects, their resources, and keys.

/** A reference from an object to its owner. The server removes the object once all its owners are gone. */
export interface OwnerReference {
  /** API version of the owner: `group/version`, or `version` for the core group. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner, which is in the same namespace or cluster-scoped. */
  name: string;
  /** UID of the owner; another object of the same name is not the owner. */
  uid: string;
  /** Whether the owner manages the object; true for at most one owner. */
  controller?: boolean;
  /** Whether the owner waits for the removal of this object when it is deleted in the foreground. */
  blockOwnerDeletion?: boolean;
}

/** Metadata of an object. Times are RFC 3339 strings in seconds, as the API server sent them. */
export interface ObjectMeta {
  /** Unique in its namespace and resource; a DNS subdomain for most resources (63 or 253 characters). */
  name?: string;
  /** Prefix of a generated name, instead of a name: on creation the server adds five random characters. */
  generateName?: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Set by the server; distinguishes the object from earlier and later ones of the same name. */
  uid?: string;
  /** Changes with each write. Opaque: compare it for equality only. In a write, a precondition. */
  resourceVersion?: string;
  /** Counts changes of the desired state (`spec`); not all resources have it. */
  generation?: number;
  /** When the server created it. */
  creationTimestamp?: string;
  /** When its deletion was requested; the object remains until it has no finalizers. */
  deletionTimestamp?: string;
  /** Short values for selection (63 characters). */
  labels?: Record<string, string>;
  /** Values of any form, not selectable; 256 KiB in total. */
  annotations?: Record<string, string>;
  /** Finalizers: controllers that must act before the object is removed. */
  finalizers?: string[];
  /** Owners of the object. */
  ownerReferences?: OwnerReference[];
  /** Which field manager owns which fields (`ManagedFieldsEntry`); not present in caches. */
  managedFields?: unknown[];
}

/** Fields of every Kubernetes object. */
export interface KubeObject {
  /** `group/version`, or `version` for the core group. */
  apiVersion: string;
  /** Name of the object's type, in CamelCase. */
  kind: string;
  /** Metadata common to all objects. */
  metadata: ObjectMeta;
}

/** An object whose type is only known at run time. */
export interface Unstructured extends KubeObject {
  /** Desired state. */
  spec?: Record<string, unknown>;
  /** Observed state. */
  status?: Record<string, unknown>;
  /** Other fields. */
  [field: string]: unknown;
}

declare const objectType: unique symbol;

/**
 * A resource of the API: where its objects are and what type they have.
 *
 * The type parameter exists for the compiler only, so a plain `{ group, version, plural, kind, namespaced }` is a
 * resource too; its objects are then `Unstructured` unless the call names their type.
 */
export interface Resource<T extends KubeObject = Unstructured> {
  /** API group; the empty string is the core group. */
  readonly group: string;
  /** Version of the group, for example `v1`. */
  readonly version: string;
  /** Plural in lower case, as in URLs. */
  readonly plural: string;
  /** Kind of its objects, in CamelCase. */
  readonly kind: string;
  /** Whether its objects are namespaced; otherwise they are cluster-scoped. */
  readonly namespaced: boolean;
  /** Objects are requested without spec, status and data (`PartialObjectMetadata`); see `metadataOf`. */
  readonly metadataOnly?: boolean;
  /** Exists for the compiler only. */
  readonly [objectType]?: T;
}

/**
 * Identifies an object of a resource. `namespace` is required for namespaced resources and must be absent for others.
 */
export interface ObjectKey {
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Name of the object. */
  name: string;
}

/** Part of an object, at any depth. Lists are not partial. */
export type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** Fields of every apply intent. */
export interface IntentHead {
  /** `group/version`, or `version` for the core group. */
  apiVersion: string;
  /** Kind of the object. */
  kind: string;
  /** Needs `name`, and `namespace` for namespaced resources. */
  metadata: ObjectMeta;
}

/**
 * The fields that a field manager wants to own: `apiVersion`, `kind`, `metadata.name` and those fields, nothing else.
 */
export type ApplyIntent<T extends KubeObject> = string extends keyof T
  ? IntentHead | (IntentHead & Record<string, unknown>)
  : IntentHead & DeepPartial<Omit<T, keyof KubeObject>>;

/** An event of a watch. ERROR events are thrown as `ApiError` instead. */
export type WatchEvent<T extends KubeObject = Unstructured> =
  | {
      type: 'ADDED' | 'MODIFIED' | 'DELETED';
      /** The present object; of `DELETED` the last state. */
      object: T;
    }
  | {
      /** No change; the version up to which the server has sent all events. */
      type: 'BOOKMARK';
      /** Has kind and `metadata.resourceVersion` only, and the annotation that ends a streaming list. */
      object: KubeObject;
    };
