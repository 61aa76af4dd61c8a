// Kubernetes' own types as far as this project reads and writes them.
import { KubeObject, ObjectMeta } from './types';

export type Namespace = KubeObject & {
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
};

export type Secret = KubeObject & {
  type?: string;
  immutable?: boolean;
  /** Values in base64. */
  data?: Record<string, string>;
  /** Values in plain text; write only. */
  stringData?: Record<string, string>;
};

export type ConfigMap = KubeObject & {
  immutable?: boolean;
  data?: Record<string, string>;
  /** Values in base64. */
  binaryData?: Record<string, string>;
};

export type ServiceAccount = KubeObject & {
  automountServiceAccountToken?: boolean;
  secrets?: { name?: string }[];
};

export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  resourceVersion?: string;
  fieldPath?: string;
}

/** An event of the core group (`v1`). */
export type KubeEvent = KubeObject & {
  involvedObject: ObjectReference;
  reason?: string;
  message?: string;
  type?: string;
  action?: string;
  count?: number;
  firstTimestamp?: string;
  lastTimestamp?: string;
  eventTime?: string;
  reportingComponent?: string;
  reportingInstance?: string;
  source?: { component?: string; host?: string };
};

export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema?: { openAPIV3Schema?: object };
  subresources?: { status?: object; scale?: object };
  additionalPrinterColumns?: {
    name: string;
    type: string;
    jsonPath: string;
    description?: string;
    format?: string;
    priority?: number;
  }[];
}

export type CustomResourceDefinition = KubeObject & {
  spec: {
    group: string;
    scope: string;
    names: {
      plural: string;
      kind: string;
      singular?: string;
      listKind?: string;
      shortNames?: string[];
      categories?: string[];
    };
    versions: CustomResourceDefinitionVersion[];
    conversion?: object;
    preserveUnknownFields?: boolean;
  };
  status?: {
    conditions?:
      | {
          type: string;
          status: string;
          reason?: string;
          message?: string;
          lastTransitionTime?: string;
        }[]
      | null;
    acceptedNames?: { plural?: string; kind?: string };
    storedVersions?: string[] | null;
  };
};

export interface PolicyRule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

export type Role = KubeObject & { rules?: PolicyRule[] | null };

export type ClusterRole = KubeObject & {
  rules?: PolicyRule[] | null;
  aggregationRule?: {
    clusterRoleSelectors?: { matchLabels?: Record<string, string> }[];
  };
};

export interface RoleRef {
  apiGroup: string;
  kind: string;
  name: string;
}

export interface Subject {
  kind: string;
  name: string;
  apiGroup?: string;
  namespace?: string;
}

export type RoleBinding = KubeObject & {
  roleRef: RoleRef;
  subjects?: Subject[];
};
export type ClusterRoleBinding = RoleBinding;

/** A lease; times are RFC 3339 with microseconds. */
export type Lease = KubeObject & {
  spec?: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
  };
};

/** A list as the API server sends it. */
export interface ObjectList {
  metadata?: Pick<ObjectMeta, 'resourceVersion'> & { continue?: string };
  items?: KubeObject[] | null;
}
