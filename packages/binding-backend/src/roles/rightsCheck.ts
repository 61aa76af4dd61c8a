/** Finds out which rights the backend cannot pass on, by asking the API server itself. */
import { fieldManagers, type APIServiceExport } from '@klutch/bind-api';
import {
  core,
  isForbidden,
  type ClusterRole,
  type KubeClient,
} from '@klutch/kube';
import { exportApi } from './apiResource';
import { missingRightsMessage } from './templateRole';
import { tenantClusterRole, tenantRules } from './tenantRole';

/** The API server refused a role because the backend does not hold its rights itself. */
export const isEscalation = (error: unknown): boolean =>
  isForbidden(error) && error.message.includes('not currently held');

/** Applies a tenant's ClusterRole; its rules belong to the backend alone. */
export const applyClusterRole = (
  client: KubeClient,
  role: ClusterRole,
  options?: { dryRun?: boolean },
): Promise<ClusterRole> =>
  client.apply(
    core.clusterRoles,
    { ...role, metadata: { ...role.metadata, name: role.metadata.name ?? '' } },
    { fieldManager: fieldManagers.backend, force: true, ...options },
  );

/** Whether the rights for one export can be passed on; answered by a dry run, so nothing is written. */
export const canGrant = async (
  client: KubeClient,
  clusterNamespace: { name: string; uid: string },
  apiExport: Pick<APIServiceExport, 'spec'>,
): Promise<boolean> => {
  const role = tenantClusterRole(clusterNamespace, tenantRules([apiExport]));
  try {
    await applyClusterRole(client, role, { dryRun: true });
    return true;
  } catch (error) {
    if (isEscalation(error)) return false;
    throw error;
  }
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
