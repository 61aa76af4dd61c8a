/** APIServiceExportRequest: somebody who binds asks the backend for exports. */
import type { KubeObject } from '@klutch/kube';
import type { Condition } from './condition';
import type { PermissionClaim } from './permissionClaim';

/** One requested resource type. */
export interface APIServiceExportRequestResource {
  /** API group, `''` for the core group. Default `''`. */
  group?: string;
  /** Lower-case plural resource name. */
  resource: string;
  /** Wanted versions; the backend exports all served ones. */
  versions?: string[];
  /** Shown to whoever binds; the export carries the template's claims. */
  permissionClaims?: PermissionClaim[];
}

/** Where an export request stands. */
export type APIServiceExportRequestPhase = 'Pending' | 'Failed' | 'Succeeded';

/**
 * A request for exports, in the cluster namespace. Created by the CLI or portal, answered and later removed by the backend.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiserviceexportrequests.yaml`.
 */
export interface APIServiceExportRequest extends KubeObject {
  /** What is asked for. */
  spec: {
    /** Free-form, for the provider's own use. Immutable as long as it stays set. */
    parameters?: Record<string, unknown>;
    /** At least one. Immutable. */
    resources: APIServiceExportRequestResource[];
  };
  /** The answer. */
  status?: {
    /** Default `Pending`. */
    phase?: APIServiceExportRequestPhase;
    /** Why `phase` is `Failed`. */
    terminalMessage?: string;
    /** `ExportsReady`, `Ready`. */
    conditions?: Condition[] | null;
  };
}
