import {
  mockCredentials,
  mockServices,
  startTestBackend,
} from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import type { PermissionPolicy } from '@backstage/plugin-permission-node';
import { policyExtensionPoint } from '@backstage/plugin-permission-node/alpha';
import type { JsonObject } from '@backstage/types';
import { klutchPlatformManagePermission } from '@klutch/backstage-plugin-klutch-common';
import permissionModuleKlutch from '.';

/** The policy that the module installs with the given configuration under `klutch`. */
async function installed(klutch: JsonObject): Promise<PermissionPolicy> {
  const policies: PermissionPolicy[] = [];
  const backend = await startTestBackend({
    extensionPoints: [
      [
        policyExtensionPoint,
        { setPolicy: (policy: PermissionPolicy) => policies.push(policy) },
      ],
    ],
    features: [
      permissionModuleKlutch,
      mockServices.rootConfig.factory({ data: { klutch } }),
    ],
  });
  await backend.stop();
  const [policy] = policies;
  if (!policy) throw new Error('No policy was installed.');
  return policy;
}

const withRoles = (roles: JsonObject) => ({ permission: { roles } });

it.each([
  ['group:default/operators'],
  ['operators'],
  ['Group:Default/Operators'],
])('takes the members of a role from the configuration: %s', async ref => {
  const policy = await installed(withRoles({ operators: [ref] }));
  const userEntityRef = 'user:default/oscar';
  const decision = await policy.handle(
    { permission: klutchPlatformManagePermission },
    {
      credentials: mockCredentials.user(),
      info: {
        userEntityRef,
        ownershipEntityRefs: [userEntityRef, 'group:default/operators'],
      },
    },
  );
  expect(decision.result).toBe(AuthorizeResult.ALLOW);
});

it.each([
  ['no roles', {}, 'klutch.permission.roles'],
  ['an unknown role', withRoles({ operator: [] }), 'no role "operator"'],
  [
    'what is no entity ref',
    withRoles({ auditors: ['group:'] }),
    'klutch.permission.roles.auditors: "group:"',
  ],
])('stops the start with %s', async (_, klutch, message) => {
  await expect(installed(klutch)).rejects.toThrow(message);
});
