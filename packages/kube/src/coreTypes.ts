// Kubernetes' own types, as far as this project reads and writes them. Documented in the Kubernetes API reference,
// v1.34.
import { KubeObject, ObjectMeta } from './types';

/** A namespace (`v1`), cluster-scoped. */
export type Namespace = KubeObject & {
  /** Desired state. */
  spec?: {
    /** What must finish before the namespace is removed; separate from `metadata.finalizers`. */
    finalizers?: string[];
  };
  /** Observed state. */
  status?: {
    /** `Active` or `Terminating`. */
    phase?: string;
    /** For example why the deletion does not proceed. */
    conditions?: { type: string; status: string; message?: string }[];
  };
};

/** A secret (`v1`). */
export type Secret = KubeObject & {
  /** Determines the expected keys, for example `Opaque` (the default) or `kubernetes.io/tls`. Immutable. */
  type?: string;
  /** When true, the data can no longer be changed. */
  immutable?: boolean;
  /** Values in base64. */
  data?: Record<string, string>;
  /** Values in plain text; write only: the server moves them into `data`. */
  stringData?: Record<string, string>;
};

/** Configuration that is not secret (`v1`). */
export type ConfigMap = KubeObject & {
  /** When true, the data can no longer be changed. */
  immutable?: boolean;
  /** Values in UTF-8. */
  data?: Record<string, string>;
  /** Values in base64. */
  binaryData?: Record<string, string>;
};

/** An identity for programs (`v1`). */
export type ServiceAccount = KubeObject & {
  /** Whether its pods get a token; default true. */
  automountServiceAccountToken?: boolean;
  /** Secrets that its pods may use, in its own namespace. */
  secrets?: {
    /** Name of the Secret. */
    name?: string;
  }[];
};

/** A reference to an object, as events carry it. */
export interface ObjectReference {
  /** `group/version`, or `version` for the core group. */
  apiVersion?: string;
  /** Kind of the object. */
  kind?: string;
  /** Absent for cluster-scoped objects. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** Distinguishes the object from earlier and later ones of the same name. */
  uid?: string;
  /** The state of the object that is meant. */
  resourceVersion?: string;
  /** The part of the object that is meant, for example `spec.containers{web}`. */
  fieldPath?: string;
}

/** An event of the core group (`v1`). */
export type KubeEvent = KubeObject & {
  /** The object that the event is about; in the namespace of the event. */
  involvedObject: ObjectReference;
  /** Reason, one word for programs, for example `Bound`. */
  reason?: string;
  /** What happened, for people. */
  message?: string;
  /** `Normal` or `Warning`. */
  type?: string;
  /** The action that was taken, one word. */
  action?: string;
  /** Number of occurrences. */
  count?: number;
  /** First occurrence, RFC 3339 in seconds. */
  firstTimestamp?: string;
  /** Last occurrence, RFC 3339 in seconds. */
  lastTimestamp?: string;
  /** Time of the event, RFC 3339 with microseconds. */
  eventTime?: string;
  /** The controller that reports the event, for example `klutch.io/konnector`. */
  reportingComponent?: string;
  /** The process of that controller. */
  reportingInstance?: string;
  /** The older form of the two fields above. */
  source?: {
    /** Name of the controller. */
    component?: string;
    /** Node that the controller runs on. */
    host?: string;
  };
};

/** Allowed verbs on resources (RBAC). */
export interface PolicyRule {
  /** For example `get`; `*` for all. */
  verbs: string[];
  /** The empty string is the core group; `*` for all. */
  apiGroups?: string[];
  /** Plurals, with subresources written as `pods/log`; `*` for all. */
  resources?: string[];
  /** Only these objects; default: all. Has no effect on `create` and `deletecollection`. */
  resourceNames?: string[];
  /** Paths outside of resources, for example `/metrics`; in cluster roles only. */
  nonResourceURLs?: string[];
}

/** Rights inside a namespace (`rbac.authorization.k8s.io/v1`). */
export type Role = KubeObject & {
  /** Allowed actions; rules are additive. */
  rules?: PolicyRule[] | null;
};

/** Rights (`rbac.authorization.k8s.io/v1`), cluster-scoped. */
export type ClusterRole = KubeObject & {
  /** Allowed actions; rules are additive. With an aggregation rule, the server writes them. */
  rules?: PolicyRule[] | null;
  /** Aggregates the rules of other cluster roles. */
  aggregationRule?: {
    /** Selectors; a cluster role that matches any of them is included. */
    clusterRoleSelectors?: {
      /** Labels that must all match. */
      matchLabels?: Record<string, string>;
    }[];
  };
};

/** The role of a role binding. Immutable. */
export interface RoleRef {
  /** `rbac.authorization.k8s.io`. */
  apiGroup: string;
  /** `Role` (of the binding's namespace) or `ClusterRole`. */
  kind: string;
  /** Name of the role. */
  name: string;
}

/** A subject of a role binding. */
export interface Subject {
  /** `User`, `Group` or `ServiceAccount`. */
  kind: string;
  /** Name of the subject. */
  name: string;
  /** `rbac.authorization.k8s.io` for users and groups, empty for service accounts. */
  apiGroup?: string;
  /** Namespace of a service account. */
  namespace?: string;
}

/** Grants a role inside a namespace (`rbac.authorization.k8s.io/v1`). */
export type RoleBinding = KubeObject & {
  /** The granted role. */
  roleRef: RoleRef;
  /** Subjects that the role is granted to. */
  subjects?: Subject[];
};

/** Grants a cluster role in all namespaces (`rbac.authorization.k8s.io/v1`), cluster-scoped. */
export type ClusterRoleBinding = RoleBinding;

/** A lease (`coordination.k8s.io/v1`); times are RFC 3339 with microseconds. */
export type Lease = KubeObject & {
  /** Holder and times, written by the holder. */
  spec?: {
    /** Identity of the holder; absent or empty: not held. */
    holderIdentity?: string;
    /** How long others wait after the last renewal that they observed. */
    leaseDurationSeconds?: number;
    /** When the holder acquired the lease. */
    acquireTime?: string;
    /** When the holder renewed it last. */
    renewTime?: string;
    /** How often the holder has changed. */
    leaseTransitions?: number;
  };
};

/** A list as the API server sends it. */
export interface ObjectList {
  /** Metadata of the list, not of its objects. */
  metadata?: Pick<ObjectMeta, 'resourceVersion'> & {
    /** Token of the next page; absent or empty after the last one. */
    continue?: string;
  };
  /** The objects; those of built-in resources come without `apiVersion` and `kind`. */
  items?: KubeObject[] | null;
}
