/** The portal's permissions; the permission policy decides which user has them. */
import { createPermission } from '@backstage/plugin-permission-common';

/**
 * Resource type of claims. A resource ref is the result of `stringifyClaimRef`.
 * @public
 */
export const RESOURCE_TYPE_KLUTCH_CLAIM = 'klutch-claim';

/**
 * Resource type of services. A resource ref is `<plural>.<group>`.
 * @public
 */
export const RESOURCE_TYPE_KLUTCH_SERVICE = 'klutch-service';

/** See services in the catalog. @public */
export const klutchServiceReadPermission = createPermission({
  name: 'klutch.service.read',
  attributes: { action: 'read' },
  resourceType: RESOURCE_TYPE_KLUTCH_SERVICE,
});

/** See instances, service bindings, backups and restores. @public */
export const klutchClaimReadPermission = createPermission({
  name: 'klutch.claim.read',
  attributes: { action: 'read' },
  resourceType: RESOURCE_TYPE_KLUTCH_CLAIM,
});

/**
 * Order service instances, service bindings and backups. Has no resource type, because pages ask for it before a claim
 * exists.
 * @public
 */
export const klutchClaimCreatePermission = createPermission({
  name: 'klutch.claim.create',
  attributes: { action: 'create' },
});

/** Change service instances, for example their plan. @public */
export const klutchClaimUpdatePermission = createPermission({
  name: 'klutch.claim.update',
  attributes: { action: 'update' },
  resourceType: RESOURCE_TYPE_KLUTCH_CLAIM,
});

/** Delete service instances, service bindings, backups and restores. @public */
export const klutchClaimDeletePermission = createPermission({
  name: 'klutch.claim.delete',
  attributes: { action: 'delete' },
  resourceType: RESOURCE_TYPE_KLUTCH_CLAIM,
});

/** Read the credentials of a service binding, which is audited, and restore backups. @public */
export const klutchCredentialsRevealPermission = createPermission({
  name: 'klutch.credentials.reveal',
  attributes: { action: 'read' },
  resourceType: RESOURCE_TYPE_KLUTCH_CLAIM,
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
  klutchServiceReadPermission,
  klutchClaimReadPermission,
  klutchClaimCreatePermission,
  klutchClaimUpdatePermission,
  klutchClaimDeletePermission,
  klutchCredentialsRevealPermission,
  klutchPlatformReadPermission,
  klutchPlatformManagePermission,
];
