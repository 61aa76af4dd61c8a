// Kubernetes' own types as far as this project reads and writes them. Documented in the Kubernetes API reference, v1.34.
import { KubeObject, ObjectMeta } from './types';

/** A namespace (`v1`), cluster-scoped. */
export type Namespace = KubeObject & {
  /** What is wanted. */
  spec?: {
    /** What must happen before it is removed; apart from `metadata.finalizers`. */
    finalizers?: string[];
  };
  /** What is. */
  status?: {
    /** `Active` or `Terminating`. */
    phase?: string;
  };
};

/** A secret (`v1`). */
export type Secret = KubeObject & {
  /** Says which keys to expect, for example `Opaque` (the default) or `kubernetes.io/tls`. Cannot be changed. */
  type?: string;
  /** When true, the data can no longer be changed. */
  immutable?: boolean;
  /** Values in base64. */
  data?: Record<string, string>;
  /** Values in plain text; write only: the server puts them into `data`. */
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
  /** Whether pods of it get a token; default true. */
  automountServiceAccountToken?: boolean;
  /** Secrets that its pods may use, in its own namespace. */
  secrets?: {
    /** Of the Secret. */
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
  /** Of the object. */
  name?: string;
  /** Tells the object from others that had or will have its name. */
  uid?: string;
  /** Which state of the object is meant. */
  resourceVersion?: string;
  /** Which part of the object is meant, for example `spec.containers{web}`. */
  fieldPath?: string;
}

/** An event of the core group (`v1`). */
export type KubeEvent = KubeObject & {
  /** What it is about; in the namespace of the event. */
  involvedObject: ObjectReference;
  /** Why, as one word for programs, for example `Bound`. */
  reason?: string;
  /** What happened, for people. */
  message?: string;
  /** `Normal` or `Warning`. */
  type?: string;
  /** What was done about it, as one word. */
  action?: string;
  /** How often it happened. */
  count?: number;
  /** RFC 3339, in seconds. */
  firstTimestamp?: string;
  /** RFC 3339, in seconds. */
  lastTimestamp?: string;
  /** RFC 3339 with microseconds. */
  eventTime?: string;
  /** Which controller reports it, for example `klutch.io/konnector`. */
  reportingComponent?: string;
  /** Which process of that controller. */
  reportingInstance?: string;
  /** The older form of the two before. */
  source?: {
    /** Which controller. */
    component?: string;
    /** Which node it runs on. */
    host?: string;
  };
};

/** What may be done with which resources (RBAC). */
export interface PolicyRule {
  /** For example `get`; `*` for all. */
  verbs: string[];
  /** The empty string is the core group; `*` for all. */
  apiGroups?: string[];
  /** Plurals, with subresources as `pods/log`; `*` for all. */
  resources?: string[];
  /** Only these objects; default: all. Has no effect on `create` and `deletecollection`. */
  resourceNames?: string[];
  /** Paths that are no resources, for example `/metrics`; in cluster roles only. */
  nonResourceURLs?: string[];
}

/** Rights inside a namespace (`rbac.authorization.k8s.io/v1`). */
export type Role = KubeObject & {
  /** They add up. */
  rules?: PolicyRule[] | null;
};

/** Rights (`rbac.authorization.k8s.io/v1`), cluster-scoped. */
export type ClusterRole = KubeObject & {
  /** They add up. With an aggregation rule, the server writes them. */
  rules?: PolicyRule[] | null;
  /** Takes over the rules of other cluster roles. */
  aggregationRule?: {
    /** Of those that match any of these. */
    clusterRoleSelectors?: {
      /** Labels that must all be there. */
      matchLabels?: Record<string, string>;
    }[];
  };
};

/** Which role a binding gives. Cannot be changed. */
export interface RoleRef {
  /** `rbac.authorization.k8s.io`. */
  apiGroup: string;
  /** `Role` (of the binding's namespace) or `ClusterRole`. */
  kind: string;
  /** Of the role. */
  name: string;
}

/** To whom a binding gives a role. */
export interface Subject {
  /** `User`, `Group` or `ServiceAccount`. */
  kind: string;
  /** Of the subject. */
  name: string;
  /** `rbac.authorization.k8s.io` for users and groups, empty for service accounts. */
  apiGroup?: string;
  /** Of a service account. */
  namespace?: string;
}

/** Gives a role inside a namespace (`rbac.authorization.k8s.io/v1`). */
export type RoleBinding = KubeObject & {
  /** The role given. */
  roleRef: RoleRef;
  /** Those it is given to. */
  subjects?: Subject[];
};

/** Gives a cluster role everywhere (`rbac.authorization.k8s.io/v1`), cluster-scoped. */
export type ClusterRoleBinding = RoleBinding;

/** A lease (`coordination.k8s.io/v1`); times are RFC 3339 with microseconds. */
export type Lease = KubeObject & {
  /** Who holds it, as that one says. */
  spec?: {
    /** Absent or empty: nobody. */
    holderIdentity?: string;
    /** How long others wait after the last renewal they saw. */
    leaseDurationSeconds?: number;
    /** When the holder took it. */
    acquireTime?: string;
    /** When the holder renewed it last. */
    renewTime?: string;
    /** How often the holder has changed. */
    leaseTransitions?: number;
  };
};

/** A list as the API server sends it. */
export interface ObjectList {
  /** Of the list, not of its objects. */
  metadata?: Pick<ObjectMeta, 'resourceVersion'> & {
    /** Asks for the next page; absent or empty after the last one. */
    continue?: string;
  };
  /** The objects; those of built-in resources come without `apiVersion` and `kind`. */
  items?: KubeObject[] | null;
}
