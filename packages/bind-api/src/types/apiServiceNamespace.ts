/** APIServiceNamespace: pairs a namespace of the app cluster with its service namespace. */
import type { KubeObject } from '@klutch/kube';

/**
 * In the cluster namespace, with the name of the app cluster's namespace. Created and deleted by the konnector; the
 * backend creates the service namespace, grants rights in it, and then writes the status.
 * Source: Klutch `bind/deploy/crd/klutch.anynines.com_apiservicenamespaces.yaml`.
 */
export interface APIServiceNamespace extends KubeObject {
  /** Empty. */
  spec?: Record<string, never>;
  /** Observed state; written by the backend. */
  status?: {
    /** Name of the service namespace; absent until it is ready for use. */
    namespace?: string;
  };
}
