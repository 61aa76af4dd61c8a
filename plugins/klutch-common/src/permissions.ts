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

/**
 * Resource type of app clusters. A resource ref is the id of an app cluster.
 * @public
 */
export const RESOURCE_TYPE_KLUTCH_APP_CLUSTER = 'klutch-app-cluster';

/**
 * Resource type of the APIs that are bound on app clusters. A resource ref is `<app cluster>/<plural>.<group>`.
 * @public
 */
export const RESOURCE_TYPE_KLUTCH_EXPORT = 'klutch-export';

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

/** Offer and withdraw APIs; with the permissions on app clusters and exports, register app clusters and bind APIs. @public */
export const klutchPlatformManagePermission = createPermission({
  name: 'klutch.platform.manage',
  attributes: { action: 'update' },
});

/**
 * Trace claims of all tenants, for support: names, states and conditions, without rights on app clusters. Each trace is
 * audited.
 * @public
 */
export const klutchTraceReadPermission = createPermission({
  name: 'klutch.trace.read',
  attributes: { action: 'read' },
});

/** See app clusters on the platform pages. @public */
export const klutchAppClusterReadPermission = createPermission({
  name: 'klutch.app-cluster.read',
  attributes: { action: 'read' },
  resourceType: RESOURCE_TYPE_KLUTCH_APP_CLUSTER,
});

/** Register and offboard app clusters, replace their kubeconfigs, create and cancel join tokens, revoke tokens. @public */
export const klutchAppClusterManagePermission = createPermission({
  name: 'klutch.app-cluster.manage',
  attributes: { action: 'update' },
  resourceType: RESOURCE_TYPE_KLUTCH_APP_CLUSTER,
});

/** See on the platform pages which APIs are bound where. @public */
export const klutchExportReadPermission = createPermission({
  name: 'klutch.export.read',
  attributes: { action: 'read' },
  resourceType: RESOURCE_TYPE_KLUTCH_EXPORT,
});

/** Bind APIs on app clusters, also by join tokens. @public */
export const klutchExportManagePermission = createPermission({
  name: 'klutch.export.manage',
  attributes: { action: 'update' },
  resourceType: RESOURCE_TYPE_KLUTCH_EXPORT,
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
  klutchTraceReadPermission,
  klutchAppClusterReadPermission,
  klutchAppClusterManagePermission,
  klutchExportReadPermission,
  klutchExportManagePermission,
];
