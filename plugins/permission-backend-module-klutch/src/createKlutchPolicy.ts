/** The permission policy for the roles of the portal. */
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import type { PermissionPolicy } from '@backstage/plugin-permission-node';
import {
  hasPermission,
  isKlutchPermission,
  type KlutchRoles,
} from './klutchRoles';

/** Roles, and who decides about everything else. @public */
export interface KlutchPolicyOptions extends KlutchRoles {
  /**
   * Decides about the permissions of other plugins. Default: allows them all, as Backstage's
   * `permission-backend-module-allow-all-policy` does.
   */
  otherPermissions?: PermissionPolicy;
}

const allowAll: PermissionPolicy = {
  handle: async () => ({ result: AuthorizeResult.ALLOW }),
};

/**
 * A permission policy that decides about the portal's permissions by role, without conditions, and denies them to
 * everybody else.
 * @public
 */
export function createKlutchPolicy({
  otherPermissions = allowAll,
  ...roles
}: KlutchPolicyOptions): PermissionPolicy {
  return {
    async handle(query, user) {
      const { permission } = query;
      if (!isKlutchPermission(permission)) {
        return otherPermissions.handle(query, user);
      }
      const refs = user?.info.ownershipEntityRefs ?? [];
      return {
        result: hasPermission(roles, refs, permission)
          ? AuthorizeResult.ALLOW
          : AuthorizeResult.DENY,
      };
    },
  };
}
