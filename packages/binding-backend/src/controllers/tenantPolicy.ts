/** Whether what is exported may let app clusters make Secrets. */
import type { APIServiceExport } from '@klutch/bind-api';
import { exportApi } from '../apiResource';
import { letsMakeSecrets } from '../roles/rightsCheck';
import type { ControllerContext } from './context';

/** How soon to look again for a policy that is missing; no event tells. Milliseconds. */
export const policyRetry = 10_000;

/** True where no claim needs the policy for app clusters, or the policy is there; asks the API server only when needed. */
export const hasTenantPolicy = async (
  { isTenantPolicyEnforced }: ControllerContext,
  exports: readonly Pick<APIServiceExport, 'spec'>[],
): Promise<boolean> =>
  !exports.some(apiExport =>
    letsMakeSecrets(
      exportApi(apiExport),
      apiExport.spec.permissionClaims ?? [],
    ),
  ) || isTenantPolicyEnforced();
