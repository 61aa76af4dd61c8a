// The shapes every part of this package speaks: Kubernetes objects, the resources they belong to, and keys.

/** A reference from an object to one that owns it. Once all its owners are gone, the server removes the object. */
export interface OwnerReference {
  /** Of the owner: `group/version`, or `version` for the core group. */
  apiVersion: string;
  /** Of the owner. */
  kind: string;
  /** Of the owner, which is in the same namespace or cluster-scoped. */
  name: string;
  /** Of the owner; another object of the same name is no owner. */
  uid: string;
  /** Whether the owner is the one that manages the object; at most one is. */
  controller?: boolean;
  /** Whether the owner stays until the object is gone, when it is deleted in the foreground. */
  blockOwnerDeletion?: boolean;
}

/** Metadata of an object. Times are RFC 3339 strings in seconds, as the API server sent them. */
export interface ObjectMeta {
  /** Unique in its namespace and resource; a DNS subdomain for most resources (63 or 253 characters). */
  name?: string;
  /** On creation, instead of a name: the server adds five random characters. */
  generateName?: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Given by the server; tells the object from others that had or will have its name. */
  uid?: string;
  /** Changes with each write. Opaque: compare it for equality only. In a write, a precondition. */
  resourceVersion?: string;
  /** Counts changes of what is wanted (`spec`); not all resources have it. */
  generation?: number;
  /** When the server created it. */
  creationTimestamp?: string;
  /** When it was asked for its deletion; it stays until it has no finalizers. */
  deletionTimestamp?: string;
  /** Short values one can select by (63 characters). */
  labels?: Record<string, string>;
  /** Values of any form one cannot select by; 256 KiB in all. */
  annotations?: Record<string, string>;
  /** Who has something to do before the object is removed. */
  finalizers?: string[];
  /** Who owns it. */
  ownerReferences?: OwnerReference[];
  /** Which field manager set which fields (`ManagedFieldsEntry`); objects in caches come without. */
  managedFields?: unknown[];
}

/** What every Kubernetes object has. */
export interface KubeObject {
  /** `group/version`, or `version` for the core group. */
  apiVersion: string;
  /** Name of its type, in CamelCase. */
  kind: string;
  /** What Kubernetes itself knows of it. */
  metadata: ObjectMeta;
}

/** An object whose type is only known at run time. */
export interface Unstructured extends KubeObject {
  /** What is wanted. */
  spec?: Record<string, unknown>;
  /** What is. */
  status?: Record<string, unknown>;
  /** Anything else. */
  [field: string]: unknown;
}

declare const objectType: unique symbol;

/**
 * A resource of the API: where its objects live and what type they have.
 *
 * The type parameter exists for the compiler only, so a plain `{ group, version, plural, kind, namespaced }`
 * is a resource too; its objects are then `Unstructured` unless the call names their type.
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
  /** Whether its objects lie in namespaces; else they are cluster-scoped. */
  readonly namespaced: boolean;
  /** Objects are asked for without spec, status and data (`PartialObjectMetadata`); see `metadataOf`. */
  readonly metadataOnly?: boolean;
  /** For the compiler only. */
  readonly [objectType]?: T;
}

/** Which object of a resource. `namespace` is needed for namespaced resources and must be absent for others. */
export interface ObjectKey {
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Of the object. */
  name: string;
}

/** Part of an object, at any depth. Lists are taken whole. */
export type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** What every intent has. */
export interface IntentHead {
  /** `group/version`, or `version` for the core group. */
  apiVersion: string;
  /** Kind of the object. */
  kind: string;
  /** Needs `name`, and `namespace` for namespaced resources. */
  metadata: ObjectMeta;
}

/** What a field manager wants of an object: `apiVersion`, `kind`, `metadata.name` and the fields it owns, nothing else. */
export type ApplyIntent<T extends KubeObject> = string extends keyof T
  ? IntentHead | (IntentHead & Record<string, unknown>)
  : IntentHead & DeepPartial<Omit<T, keyof KubeObject>>;

/** What a watch delivers. An ERROR event never appears here: it is thrown as `ApiError`. */
export type WatchEvent<T extends KubeObject = Unstructured> =
  | {
      type: 'ADDED' | 'MODIFIED' | 'DELETED';
      /** The object as it is now; of `DELETED` the last state it had. */
      object: T;
    }
  | {
      /** Nothing happened; this is how far the server is. */
      type: 'BOOKMARK';
      /** Has kind and `metadata.resourceVersion` only, and the annotation that ends a streaming list. */
      object: KubeObject;
    };
