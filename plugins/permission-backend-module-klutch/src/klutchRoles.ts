/** The roles of the portal, and the permissions of each. Pure functions. */
import {
  klutchAppClusterReadPermission,
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
  klutchClaimReadPermission,
  klutchClaimUpdatePermission,
  klutchCredentialsRevealPermission,
  klutchExportReadPermission,
  klutchPermissions,
  klutchPlatformReadPermission,
  klutchServiceReadPermission,
  klutchTraceReadPermission,
} from '@klutch/backstage-plugin-klutch-common';

/**
 * Who has which role: full entity refs of groups or users, in lower case. A person has the permissions of all their
 * roles.
 * @public
 */
export interface KlutchRoles {
  /** See services and claims, order, change, delete, reveal credentials; as far as RBAC on the clusters allows. */
  developers: readonly string[];
  /** See services, claims and the platform pages. */
  auditors: readonly string[];
  /** See services, and trace claims of all tenants, without rights on app clusters. Default: nobody. */
  supporters?: readonly string[];
  /** All permissions of the portal. */
  operators: readonly string[];
}

const namesOf = (permissions: readonly { name: string }[]) =>
  new Set(permissions.map(({ name }) => name));

const permissionsOf: Record<keyof KlutchRoles, ReadonlySet<string>> = {
  developers: namesOf([
    klutchServiceReadPermission,
    klutchClaimReadPermission,
    klutchClaimCreatePermission,
    klutchClaimUpdatePermission,
    klutchClaimDeletePermission,
    klutchCredentialsRevealPermission,
  ]),
  auditors: namesOf([
    klutchServiceReadPermission,
    klutchClaimReadPermission,
    klutchPlatformReadPermission,
    klutchAppClusterReadPermission,
    klutchExportReadPermission,
  ]),
  supporters: namesOf([klutchServiceReadPermission, klutchTraceReadPermission]),
  operators: namesOf(klutchPermissions),
};

/** All roles. */
export const roleNames = Object.keys(permissionsOf) as (keyof KlutchRoles)[];

/** Whether the permission is one of the portal's. */
export const isKlutchPermission = ({ name }: { name: string }): boolean =>
  permissionsOf.operators.has(name);

/**
 * Whether one of a person's roles has the permission.
 *
 * @param ownershipRefs - the person and their groups, as resolved by Backstage
 */
export function hasPermission(
  roles: KlutchRoles,
  ownershipRefs: readonly string[],
  { name }: { name: string },
): boolean {
  return roleNames.some(
    role =>
      permissionsOf[role].has(name) &&
      roles[role]?.some(member => ownershipRefs.includes(member)),
  );
}
