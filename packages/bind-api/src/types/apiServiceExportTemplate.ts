/** APIServiceExportTemplate: the operator offers one API to app clusters. */
import type { KubeObject } from '@klutch/kube';
import type { PermissionClaim } from './permissionClaim';

/**
 * On the control plane, any namespace; group `example-backend.klutch.anynines.com`.
 * Source: Klutch `bind/contrib/deploy/crd/example-backend.klutch.anynines.com_apiserviceexporttemplates.yaml`.
 */
export interface APIServiceExportTemplate extends KubeObject {
  /** What is offered. */
  spec: {
    /** The offered resource type. The capital A is the wire's. */
    APIServiceSelector: {
      /** API group, `''` for the core group. Default `''`. */
      group?: string;
      /** Lower-case plural resource name. */
      resource: string;
      /** Not used by any backend: all served versions are exported. */
      version?: string;
    };
    /** What app clusters are asked to accept along with the API. */
    permissionClaims?: PermissionClaim[];
  };
  /** Empty. */
  status?: Record<string, never>;
}
