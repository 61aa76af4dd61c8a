/** APIServiceExportRequest: a request to the backend for exports. */
import type { KubeObject } from '@klutch/kube';
import type { Condition } from './condition';
import type { PermissionClaim } from './permissionClaim';

/** One requested resource type. */
export interface APIServiceExportRequestResource {
  /** API group, `''` for the core group. Default `''`. */
  group?: string;
  /** Lower-case plural resource name. */
  resource: string;
  /** Requested versions; ignored by the backend, which exports all served versions. */
  versions?: string[];
  /** Shown to the user who binds; the export gets the claims of the template. */
  permissionClaims?: PermissionClaim[];
}

/** Phase of an export request. */
export type APIServiceExportRequestPhase = 'Pending' | 'Failed' | 'Succeeded';

/**
 * A request for exports, in the cluster namespace. Created by the CLI or portal, processed and later deleted by the
 * backend.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiserviceexportrequests.yaml`.
 */
export interface APIServiceExportRequest extends KubeObject {
  /** The requested APIs. */
  spec: {
    /** Free-form, for the provider's own use. Immutable as long as it stays set. */
    parameters?: Record<string, unknown>;
    /** At least one. Immutable. */
    resources: APIServiceExportRequestResource[];
  };
  /** Observed state; written by the backend. */
  status?: {
    /** Default `Pending`. */
    phase?: APIServiceExportRequestPhase;
    /** Why `phase` is `Failed`. */
    terminalMessage?: string;
    /** `ExportsReady`, `Ready`. */
    conditions?: Condition[] | null;
  };
}
