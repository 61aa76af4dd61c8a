// The shapes every part of this package speaks: Kubernetes objects, the resources they belong to, and keys.

/** A reference from an object to the one that owns it. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/**
 * Metadata of an object. Times are RFC 3339 strings as the API server sent them.
 * `resourceVersion` is opaque: compare it for equality only.
 */
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

/** An object whose type is only known at run time. */
export interface Unstructured extends KubeObject {
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
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
  readonly version: string;
  /** Plural in lower case, as in URLs. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly [objectType]?: T;
}

/** Which object of a resource. `namespace` is needed for namespaced resources and must be absent for others. */
export interface ObjectKey {
  namespace?: string;
  name: string;
}

/** Part of an object, at any depth. Lists are taken whole. */
export type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

interface IntentHead {
  apiVersion: string;
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
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T }
  | { type: 'BOOKMARK'; object: KubeObject };

/**
 * A logger as this package uses it: pino's, or anything that takes fields and a message.
 * Give fields first, as pino does.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(bindings: Record<string, unknown>): Logger;
}
