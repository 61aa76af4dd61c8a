/** The portal's permissions; the permission policy decides which user has them. */
import { createPermission } from '@backstage/plugin-permission-common';

/** See services, instances, service bindings, backups and restores. @public */
export const klutchClaimReadPermission = createPermission({
  name: 'klutch.claim.read',
  attributes: { action: 'read' },
});

/** Order service instances, service bindings and backups. @public */
export const klutchClaimCreatePermission = createPermission({
  name: 'klutch.claim.create',
  attributes: { action: 'create' },
});

/** Change service instances, for example their plan. @public */
export const klutchClaimUpdatePermission = createPermission({
  name: 'klutch.claim.update',
  attributes: { action: 'update' },
});

/** Delete service instances, service bindings, backups and restores. @public */
export const klutchClaimDeletePermission = createPermission({
  name: 'klutch.claim.delete',
  attributes: { action: 'delete' },
});

/** Read the credentials of a service binding, which is audited, and restore backups. @public */
export const klutchCredentialsRevealPermission = createPermission({
  name: 'klutch.credentials.reveal',
  attributes: { action: 'read' },
});

/** Open the platform pages. @public */
export const klutchPlatformReadPermission = createPermission({
  name: 'klutch.platform.read',
  attributes: { action: 'read' },
});

/** Offer and withdraw APIs, register app clusters, bind APIs. @public */
export const klutchPlatformManagePermission = createPermission({
  name: 'klutch.platform.manage',
  attributes: { action: 'update' },
});

/** All permissions of the portal. @public */
export const klutchPermissions = [
  klutchClaimReadPermission,
  klutchClaimCreatePermission,
  klutchClaimUpdatePermission,
  klutchClaimDeletePermission,
  klutchCredentialsRevealPermission,
  klutchPlatformReadPermission,
  klutchPlatformManagePermission,
];
