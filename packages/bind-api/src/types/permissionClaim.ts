/** Permission claims: further objects, such as credential secrets, that a binding may sync between the clusters. */

/** Owner of a claimed object: the control plane cluster (`Provider`) or the app cluster (`Consumer`). */
export type ClaimOwner = 'Provider' | 'Consumer';

/** A label or annotation key. */
export interface KeyPattern {
  /** Key; `*` matches any characters. */
  pattern?: string;
}

/** Selects objects of the claimed type; names and namespaces are those of the app cluster. */
export interface PermissionClaimSelector {
  /** Object names, `*` for all. Default `['*']`. */
  names?: string[];
  /** App cluster namespaces, `*` for all; `[]` for cluster-scoped types. Default `['*']`. */
  namespaces?: string[];
  /** An object matches when it carries all labels of one of these maps. */
  labelSelectors?: Record<string, string>[];
  /** Kubernetes field selectors; all must match. */
  fieldSelectors?: string[];
  /** Owner of the objects; unset means both. */
  owner?: ClaimOwner;
}

/** Metadata that is copied to the control plane cluster. Default: none. */
export interface PermissionClaimRead {
  /** Label keys read from consumer-owned objects. */
  labels?: KeyPattern[];
  /** Label keys read from provider-owned objects. */
  labelsOnProviderOwnedObjects?: KeyPattern[];
  /** Annotation keys read from consumer-owned objects. */
  annotations?: KeyPattern[];
  /** Annotation keys whose consumer value takes precedence on provider-owned objects. */
  overrideAnnotations?: KeyPattern[];
}

/** How an existing app cluster object is updated. Default: only the owner's content is synced. */
export interface PermissionClaimUpdate {
  /** JSON paths that the provider controls on consumer-owned objects. */
  fields?: string[];
  /** JSON paths that the consumer keeps on provider-owned objects. */
  preserving?: string[];
  /** Delete and create instead of updating, for types with immutable fields. */
  alwaysRecreate?: boolean;
  /** Label keys copied to the app cluster, on provider-owned objects. */
  labels?: KeyPattern[];
  /** Label keys copied to the app cluster, on consumer-owned objects. */
  labelsOnConsumerOwnedObjects?: KeyPattern[];
  /** Annotation keys copied to the app cluster, on provider-owned objects. */
  annotations?: KeyPattern[];
  /** Annotation keys copied to the app cluster, on consumer-owned objects. */
  annotationsOnConsumerOwnedObjects?: KeyPattern[];
}

/**
 * One claimed resource type. The same schema is used in export templates, export requests, exports and bindings.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiserviceexports.yaml`, `spec.permissionClaims[]`.
 */
export interface PermissionClaim {
  /** API group, `''` for the core group. Default `''`. */
  group?: string;
  /** Lower-case plural resource name. */
  resource: string;
  /** API version, such as `v1`. */
  version: string;
  /** The binding is not ready until this claim is accepted. */
  required?: boolean;
  /** Default `{}`: every object of the type in bound namespaces. */
  selector?: PermissionClaimSelector;
  /** Default `{}`. */
  read?: PermissionClaimRead;
  /** Behaviour when an object of the control plane is new on the app cluster. */
  create?: {
    /** A provider object may replace an existing consumer-owned one of the same name. */
    replaceExisting?: boolean;
  };
  /** Objects created by the consumer become the provider's. Mutually exclusive with `autoDonate`. */
  autoAdopt?: boolean;
  /** Objects created by the provider become the consumer's. Mutually exclusive with `autoAdopt`. */
  autoDonate?: boolean;
  /** Conflict resolution between the two sides. Default `{}`. */
  onConflict?: {
    /** Recreates a provider-owned object that was deleted on the app cluster. Default true. */
    recreateWhenConsumerSideDeleted?: boolean;
  };
  /** How existing objects are updated. */
  update?: PermissionClaimUpdate;
}

/** Acceptance state of a permission claim. */
export type PermissionClaimState = 'Accepted' | 'Rejected';

/** A permission claim with its acceptance state. */
export interface AcceptablePermissionClaim extends PermissionClaim {
  /** Acceptance state. */
  state: PermissionClaimState;
}

/** Key to match an accepted or rejected claim with the claim of the export: type and owner. */
export const claimId = (claim: PermissionClaim): string =>
  `${claim.resource}.${claim.version}.${claim.group ?? ''}/${claim.selector?.owner ?? ''}`;
