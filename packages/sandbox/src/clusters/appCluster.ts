/** Prepares a cluster for registration: namespaces, rights of users, portal and konnector, the admission policies. */
import {
  deletionProtectionPolicy,
  names,
  restorePolicy,
} from '@klutch/bind-api';
import { konnectorRoles } from '@klutch/konnector';
import { portalAppClusterRoles } from '@klutch/backstage-plugin-klutch-backend';
import { apply, type Target } from './apply';
import { PORTAL_USER } from './controlPlane';
import { appClusterUserRoles, portalImpersonation } from './userRoles';

/** Applies all objects; idempotent. */
export async function prepareAppCluster(target: Target): Promise<void> {
  await apply(target, [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: names.appClusterNamespace },
    },
    ...konnectorRoles(),
    ...restorePolicy(),
    ...deletionProtectionPolicy(),
    ...portalAppClusterRoles(PORTAL_USER.name, portalImpersonation),
    ...appClusterUserRoles(),
  ]);
}
