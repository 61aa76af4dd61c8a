/** Permission policy of the demo portal: the portal's roles, and guests who only read. */
import { createBackendModule } from '@backstage/backend-plugin-api';
import {
  AuthorizeResult,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import type { PermissionPolicy } from '@backstage/plugin-permission-node';
import { policyExtensionPoint } from '@backstage/plugin-permission-node/alpha';
import {
  klutchClaimReadPermission,
  klutchServiceReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import { createKlutchPolicy } from '@klutch/backstage-plugin-permission-backend-module-klutch';

const OPERATORS = 'group:default/operators';
const AUDITORS = 'group:default/auditors';
const DEVELOPERS = 'group:default/developers';

const guestPermissions = new Set<string>([
  klutchServiceReadPermission.name,
  klutchClaimReadPermission.name,
]);

const allow = (isAllowed: boolean): PolicyDecision => ({
  result: isAllowed ? AuthorizeResult.ALLOW : AuthorizeResult.DENY,
});

/** Operators and developers may do everything in other plugins, everybody else may read there. */
const otherPermissions: PermissionPolicy = {
  async handle({ permission }, user) {
    const refs = user?.info.ownershipEntityRefs ?? [];
    return allow(
      refs.includes(OPERATORS) ||
        refs.includes(DEVELOPERS) ||
        permission.attributes.action === 'read',
    );
  },
};

const klutchPolicy = createKlutchPolicy({
  developers: [DEVELOPERS],
  auditors: [AUDITORS],
  operators: [OPERATORS],
  otherPermissions,
});

/** The demo policy. */
export const demoPolicy: PermissionPolicy = {
  async handle(query, user) {
    return guestPermissions.has(query.permission.name)
      ? allow(true)
      : klutchPolicy.handle(query, user);
  },
};

/** The policy as a module of the permission backend. */
export const permissionPolicyModule = createBackendModule({
  pluginId: 'permission',
  moduleId: 'demo-policy',
  register(registration) {
    registration.registerInit({
      deps: { policy: policyExtensionPoint },
      async init({ policy }) {
        policy.setPolicy(demoPolicy);
      },
    });
  },
});
