/** Permission policy of the demo portal: operators may do everything, developers order and reveal, guests only read. */
import { createBackendModule } from '@backstage/backend-plugin-api';
import {
  AuthorizeResult,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import type {
  PermissionPolicy,
  PolicyQuery,
  PolicyQueryUser,
} from '@backstage/plugin-permission-node';
import { policyExtensionPoint } from '@backstage/plugin-permission-node/alpha';
import {
  klutchClaimCreatePermission,
  klutchClaimDeletePermission,
  klutchClaimUpdatePermission,
  klutchClaimReadPermission,
  klutchCredentialsRevealPermission,
  klutchPermissions,
} from '@klutch/backstage-plugin-klutch-common';

const OPERATORS = 'group:default/operators';
const DEVELOPERS = 'group:default/developers';

const klutchPermissionNames = new Set<string>(
  klutchPermissions.map(({ name }) => name),
);
const guestPermissions = new Set<string>([klutchClaimReadPermission.name]);
const developerPermissions = new Set<string>([
  ...guestPermissions,
  klutchClaimCreatePermission.name,
  klutchClaimDeletePermission.name,
  klutchClaimUpdatePermission.name,
  klutchCredentialsRevealPermission.name,
]);

/** Whether a user with these ownership refs has the permission. */
export function isAllowed(
  permission: { name: string; attributes: { action?: string } },
  ownershipRefs: string[],
): boolean {
  if (ownershipRefs.includes(OPERATORS)) return true;
  const isDeveloper = ownershipRefs.includes(DEVELOPERS);
  if (klutchPermissionNames.has(permission.name)) {
    return (isDeveloper ? developerPermissions : guestPermissions).has(
      permission.name,
    );
  }
  return isDeveloper || permission.attributes.action === 'read';
}

class DemoPolicy implements PermissionPolicy {
  async handle(
    { permission }: PolicyQuery,
    user?: PolicyQueryUser,
  ): Promise<PolicyDecision> {
    const allowed = isAllowed(permission, user?.info.ownershipEntityRefs ?? []);
    return { result: allowed ? AuthorizeResult.ALLOW : AuthorizeResult.DENY };
  }
}

/** The policy as a module of the permission backend. */
export const permissionPolicyModule = createBackendModule({
  pluginId: 'permission',
  moduleId: 'demo-policy',
  register(registration) {
    registration.registerInit({
      deps: { policy: policyExtensionPoint },
      async init({ policy }) {
        policy.setPolicy(new DemoPolicy());
      },
    });
  },
});
