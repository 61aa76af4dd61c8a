/** APIServiceExport: the snapshot of one provider CRD that an app cluster may use. */
import type {
  CrdNames,
  CrdPrinterColumn,
  CrdSubresources,
  JsonSchemaProps,
  KubeObject,
} from '@klutch/kube';
import type { Condition } from './condition';
import type { PermissionClaim } from './permissionClaim';

/** Whether a thing is cluster-wide or per namespace. */
export type ResourceScope = 'Cluster' | 'Namespaced';

/** How cluster-scoped objects of several app clusters are kept apart on the control plane. */
export type ClusterScopedIsolation = 'Prefixed' | 'Namespaced' | 'None';

/** One served version of the exported type. */
export interface APIServiceExportVersion {
  /** Kubernetes version name; matches `^v[1-9][0-9]*([a-z]+[1-9][0-9]*)?$`. */
  name: string;
  /** Default true. The konnector syncs with the first served version in the list. */
  served: boolean;
  /** Exactly one version is stored. */
  storage: boolean;
  /** Whoever uses this version gets a warning. */
  deprecated?: boolean;
  /** The warning. Default: one by the API server. */
  deprecationWarning?: string;
  /** What objects look like. */
  schema: {
    /** The schema with its CEL rules, untouched. */
    openAPIV3Schema: JsonSchemaProps;
  };
  /** `/status` and `/scale`. */
  subresources?: CrdSubresources;
  /** Columns of `kubectl get`. */
  additionalPrinterColumns?: CrdPrinterColumn[];
}

/** The part of an export's spec that comes from the provider's CRD, and that the source hash covers. */
export interface APIServiceExportCrdSpec {
  /** API group of the exported type. */
  group: string;
  /** All names, with categories and short names. */
  names: CrdNames;
  /** Scope of the exported type. */
  scope: ResourceScope;
  /** At least one; only versions that the provider serves. */
  versions: APIServiceExportVersion[];
}

/**
 * An offered and requested API, in the cluster namespace; name `<plural>.<group>`. Written by the backend, status by both.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiserviceexports.yaml`.
 */
export interface APIServiceExport extends KubeObject {
  /** The API, and how it is shared. */
  spec: APIServiceExportCrdSpec & {
    /** Does the konnector watch the control plane cluster-wide or per service namespace? Immutable. */
    informerScope: ResourceScope;
    /** Set for cluster-scoped types, unset for namespaced ones. */
    clusterScopedIsolation?: ClusterScopedIsolation;
    /** Copied from the export template. */
    permissionClaims?: PermissionClaim[];
  };
  /** How it stands on both clusters. */
  status?: {
    /** Names the app cluster's CRD got; written by the konnector. Go writes empty strings before that. */
    acceptedNames?: Partial<CrdNames>;
    /** Stored versions of the app cluster's CRD; written by the konnector. */
    storedVersions?: string[] | null;
    /** `Connected`, `ConsumerInSync`, the CRD's own (konnector), `ProviderInSync` (backend), `Ready`. */
    conditions?: Condition[] | null;
  };
}
