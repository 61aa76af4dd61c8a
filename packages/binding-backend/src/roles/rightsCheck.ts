/** Finds out which rights the backend cannot pass on, by asking the API server itself. */
import { fieldManagers, type APIServiceExport } from '@klutch/bind-api';
import {
  core,
  isForbidden,
  type ApiError,
  type ClusterRole,
  type KubeClient,
} from '@klutch/kube';
import { exportApi } from '../apiResource';
import { missingRightsMessage } from './templateRole';
import { tenantClusterRole, tenantRules } from './tenantRole';

/** The API server refused a role because the backend does not hold its rights itself. */
export const isEscalation = (error: unknown): error is ApiError =>
  isForbidden(error) && error.message.includes('not currently held');

/**
 * Applies a tenant's ClusterRole; its rules belong to the backend alone.
 * @returns the API server's refusal when the backend does not hold the rights itself
 */
export const applyClusterRole = async (
  client: KubeClient,
  role: ClusterRole,
  options?: { dryRun?: boolean },
): Promise<Error | undefined> => {
  try {
    await client.apply(core.clusterRoles, role, {
      fieldManager: fieldManagers.backend,
      force: true,
      ...options,
    });
    return undefined;
  } catch (error) {
    if (isEscalation(error)) return error;
    throw error;
  }
};

/** Whether the rights for one export can be passed on; answered by a dry run, so nothing is written. */
export const canGrant = async (
  client: KubeClient,
  clusterNamespace: { name: string; uid: string },
  apiExport: Pick<APIServiceExport, 'spec'>,
): Promise<boolean> => {
  const role = tenantClusterRole(clusterNamespace, tenantRules([apiExport]));
  return !(await applyClusterRole(client, role, { dryRun: true }));
};

/** The sentence and YAML for exports whose rights cannot be passed on. */
export const missingRightsFor = (
  exports: readonly Pick<APIServiceExport, 'spec'>[],
): string =>
  missingRightsMessage(
    exports.map(apiExport => ({
      api: exportApi(apiExport),
      claims: apiExport.spec.permissionClaims ?? [],
    })),
  );
