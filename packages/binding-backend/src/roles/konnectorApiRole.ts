/** The ClusterRole that comes with a binding on the app cluster and adds to the konnector's rights there. */
import type { PermissionClaim } from '@klutch/bind-api';
import type { ClusterRole } from '@klutch/kube';
import { backendNames } from '../backendNames';
import { apiName, type ApiResource } from './apiResource';
import { appClusterGrants, mergeGrants } from './verbs';

/**
 * ClusterRole `klutch-konnector-<resource>.<group>`, aggregated into the konnector's role. Whoever binds applies it, and
 * must hold these rights himself.
 * @param resource - the bound API
 * @param claims - the permission claims accepted for it
 */
export const konnectorApiRole = (
  resource: ApiResource,
  claims: readonly PermissionClaim[],
): ClusterRole => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: {
    name: `${backendNames.konnectorRolePrefix}${apiName(resource)}`,
    labels: { [backendNames.aggregateToKonnector]: 'true' },
  },
  rules: mergeGrants(appClusterGrants(resource, claims)),
});
