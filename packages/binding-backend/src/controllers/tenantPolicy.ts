/** Whether what is exported may let app clusters make Secrets. */
import type { APIServiceExport } from '@klutch/bind-api';
import { exportApi } from '../apiResource';
import {
  allowsSecretCreation,
  roleAllowsSecretCreation,
} from '../roles/rightsCheck';
import type { ControllerContext } from './context';

/** How soon to look again for a policy that is missing; no event tells. Milliseconds. */
export const policyRetry = 10_000;

/**
 * True where no claim, and no role that was applied for one, needs the policy for app clusters, or the policy is there;
 * asks the API server only when needed.
 */
export const hasTenantPolicy = async (
  { caches, isTenantPolicyEnforced }: ControllerContext,
  exports: readonly Pick<APIServiceExport, 'spec'>[],
): Promise<boolean> =>
  !exports.some(apiExport => {
    const api = exportApi(apiExport);
    return (
      allowsSecretCreation(api, apiExport.spec.permissionClaims ?? []) ||
      roleAllowsSecretCreation(api, name => caches.clusterRoles.get(name))
    );
  }) || isTenantPolicyEnforced();
