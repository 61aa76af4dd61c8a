/** The permission policy for the roles of the portal. */
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import type { PermissionPolicy } from '@backstage/plugin-permission-node';
import { limitToVisibleInstances } from './catalogVisibility';
import {
  hasPermission,
  isKlutchPermission,
  type KlutchRoles,
} from './klutchRoles';

/** Roles, and who decides about everything else. @public */
export interface KlutchPolicyOptions extends KlutchRoles {
  /**
   * Decides about the permissions of other plugins, within the limit on instances in the catalog. Default: allows them
   * all, as Backstage's `permission-backend-module-allow-all-policy` does.
   */
  otherPermissions?: PermissionPolicy;
}

const allowAll: PermissionPolicy = {
  handle: async () => ({ result: AuthorizeResult.ALLOW }),
};

/**
 * A permission policy that decides about the portal's permissions by role, without conditions, and denies them to
 * everybody else. In the catalog, instances are visible to auditors, operators and their owners, unless everybody may
 * see them.
 * @public
 */
export function createKlutchPolicy({
  otherPermissions = allowAll,
  ...roles
}: KlutchPolicyOptions): PermissionPolicy {
  return {
    async handle(query, user) {
      const { permission } = query;
      const refs = user?.info.ownershipEntityRefs ?? [];
      if (!isKlutchPermission(permission)) {
        const decision = await otherPermissions.handle(query, user);
        return limitToVisibleInstances(permission, decision, roles, refs);
      }
      return {
        result: hasPermission(roles, refs, permission)
          ? AuthorizeResult.ALLOW
          : AuthorizeResult.DENY,
      };
    },
  };
}
