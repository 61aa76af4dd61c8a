/** Whether the policy for tenants' Secrets is in place where exports need it. */
import type { APIServiceExport } from '@klutch/bind-api';
import { exportApi } from '../apiResource';
import {
  allowsSecretCreation,
  roleAllowsSecretCreation,
} from '../roles/rightsCheck';
import type { ControllerContext } from './context';

/** Retry interval for a missing policy, which causes no event when it is created. Milliseconds. */
export const policyRetry = 10_000;

/**
 * Whether no claim and no role of these exports needs the policy for app clusters, or the policy exists; requests the
 * API server only when needed.
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
