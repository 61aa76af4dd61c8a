/** APIServiceExportTemplate: the operator offers one API to app clusters. */
import type { KubeObject } from '@klutch/kube';
import type { PermissionClaim } from './permissionClaim';

/**
 * On the control plane, any namespace; group `example-backend.klutch.anynines.com`.
 * Source: Klutch `bind/contrib/deploy/crd/example-backend.klutch.anynines.com_apiserviceexporttemplates.yaml`.
 */
export interface APIServiceExportTemplate extends KubeObject {
  /** The offered API. */
  spec: {
    /** The offered resource type. The capital A is part of the wire contract. */
    APIServiceSelector: {
      /** API group, `''` for the core group. Default `''`. */
      group?: string;
      /** Lower-case plural resource name. */
      resource: string;
      /** Ignored by all backends, which export all served versions. */
      version?: string;
    };
    /** Claims that app clusters have to accept or reject with the API. */
    permissionClaims?: PermissionClaim[];
  };
  /** Empty. */
  status?: Record<string, never>;
}
