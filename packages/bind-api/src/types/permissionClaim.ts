/** Permission claims: which further objects, such as credential secrets, a binding may carry between the clusters. */

/** Which cluster a claimed object belongs to: the control plane (`Provider`) or the app cluster (`Consumer`). */
export type ClaimOwner = 'Provider' | 'Consumer';

/** Label or annotation keys, `*` matches any characters. */
export interface KeyPattern {
  /** `*` stands for any characters. */
  pattern?: string;
}

/** Which objects of the claimed type are meant; names and namespaces are those of the app cluster. */
export interface PermissionClaimSelector {
  /** Object names, `*` for all. Default `['*']`. */
  names?: string[];
  /** App cluster namespaces, `*` for all; `[]` for cluster-scoped types. Default `['*']`. */
  namespaces?: string[];
  /** An object matches when it carries all labels of one of these maps. */
  labelSelectors?: Record<string, string>[];
  /** Kubernetes field selectors; all must match. */
  fieldSelectors?: string[];
  /** Whose objects; unset means both. */
  owner?: ClaimOwner;
}

/** Metadata that goes up to the control plane; nothing does by default. */
export interface PermissionClaimRead {
  /** Label keys read from consumer-owned objects. */
  labels?: KeyPattern[];
  /** Label keys read from provider-owned objects. */
  labelsOnProviderOwnedObjects?: KeyPattern[];
  /** Annotation keys read from consumer-owned objects. */
  annotations?: KeyPattern[];
  /** Annotation keys that win over the provider's value on provider-owned objects. */
  overrideAnnotations?: KeyPattern[];
}

/** How an existing app cluster object changes; nothing beyond the owner's content by default. */
export interface PermissionClaimUpdate {
  /** JSON paths that the provider controls on consumer-owned objects. */
  fields?: string[];
  /** JSON paths that the consumer keeps on provider-owned objects. */
  preserving?: string[];
  /** Delete and create instead of updating, for types with immutable fields. */
  alwaysRecreate?: boolean;
  /** Label keys that go down on provider-owned objects. */
  labels?: KeyPattern[];
  /** Label keys that go down on consumer-owned objects. */
  labelsOnConsumerOwnedObjects?: KeyPattern[];
  /** Annotation keys that go down on provider-owned objects. */
  annotations?: KeyPattern[];
  /** Annotation keys that go down on consumer-owned objects. */
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
  /** What happens when the control plane's object is new on the app cluster. */
  create?: {
    /** A provider object may replace an existing consumer-owned one of the same name. */
    replaceExisting?: boolean;
  };
  /** What the consumer creates becomes the provider's. Never together with `autoDonate`. */
  autoAdopt?: boolean;
  /** What the provider creates becomes the consumer's. Never together with `autoAdopt`. */
  autoDonate?: boolean;
  /** What happens when both sides want something else. Default `{}`. */
  onConflict?: {
    /** A provider-owned object deleted on the app cluster comes back. Default true. */
    recreateWhenConsumerSideDeleted?: boolean;
  };
  /** How existing objects change. */
  update?: PermissionClaimUpdate;
}

/** The app cluster's answer to one permission claim. */
export type PermissionClaimState = 'Accepted' | 'Rejected';

/** A permission claim with the answer of whoever binds. */
export interface AcceptablePermissionClaim extends PermissionClaim {
  /** The answer. */
  state: PermissionClaimState;
}

/** What an answer has in common with the claim it is about: type and owner. */
export const claimId = (claim: PermissionClaim): string =>
  `${claim.resource}.${claim.version}.${claim.group ?? ''}/${claim.selector?.owner ?? ''}`;
