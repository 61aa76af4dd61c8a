import {
  AuthorizeResult,
  createPermission,
  type Permission,
} from '@backstage/plugin-permission-common';
import type {
  PermissionPolicy,
  PolicyQueryUser,
} from '@backstage/plugin-permission-node';
import { mockCredentials } from '@backstage/backend-test-utils';
import { klutchPermissions } from '@klutch/backstage-plugin-klutch-common';
import {
  createKlutchPolicy,
  type KlutchPolicyOptions,
} from './createKlutchPolicy';

const roles = {
  developers: ['group:default/developers'],
  auditors: ['group:default/revision'],
  supporters: ['group:default/support'],
  operators: ['group:default/operators', 'user:default/root'],
};

/** What the policy decides for a user with these ownership refs; without refs, for a request without a user. */
async function decide(
  permission: Permission,
  refs: string[] | undefined,
  options: Partial<KlutchPolicyOptions> = {},
) {
  const user: PolicyQueryUser | undefined = refs && {
    credentials: mockCredentials.user(),
    info: { userEntityRef: refs[0] ?? '', ownershipEntityRefs: refs },
  };
  const policy = createKlutchPolicy({ ...roles, ...options });
  return (await policy.handle({ permission }, user)).result;
}

const people: Record<string, string[] | undefined> = {
  developer: ['user:default/alice', 'group:default/developers'],
  auditor: ['user:default/rita', 'group:default/revision'],
  supporter: ['user:default/sara', 'group:default/support'],
  operator: ['user:default/oscar', 'group:default/operators'],
  operatorByName: ['user:default/root'],
  developerAndAuditor: [
    'user:default/dora',
    'group:default/developers',
    'group:default/revision',
  ],
  withoutRole: ['user:default/guest', 'group:default/guests'],
  withoutSignIn: undefined,
};

/** Who is allowed what; everybody else is denied. */
const matrix: Record<string, string[]> = {
  'klutch.service.read': ['developer', 'auditor', 'supporter', 'operator'],
  'klutch.claim.read': ['developer', 'auditor', 'operator'],
  'klutch.claim.create': ['developer', 'operator'],
  'klutch.claim.update': ['developer', 'operator'],
  'klutch.claim.delete': ['developer', 'operator'],
  'klutch.credentials.reveal': ['developer', 'operator'],
  'klutch.platform.read': ['auditor', 'operator'],
  'klutch.platform.manage': ['operator'],
  'klutch.trace.read': ['supporter', 'operator'],
  'klutch.app-cluster.read': ['auditor', 'operator'],
  'klutch.app-cluster.manage': ['operator'],
  'klutch.export.read': ['auditor', 'operator'],
  'klutch.export.manage': ['operator'],
};

it('each permission of the portal has a row here', () => {
  expect(Object.keys(matrix)).toEqual(klutchPermissions.map(one => one.name));
});

describe.each(klutchPermissions)('$name', permission => {
  const rolesWith = matrix[permission.name] ?? [];
  const isAllowed: Record<string, boolean> = {
    developer: rolesWith.includes('developer'),
    auditor: rolesWith.includes('auditor'),
    supporter: rolesWith.includes('supporter'),
    operator: rolesWith.includes('operator'),
    operatorByName: rolesWith.includes('operator'),
    developerAndAuditor:
      rolesWith.includes('developer') || rolesWith.includes('auditor'),
    withoutRole: false,
    withoutSignIn: false,
  };

  it.each(Object.entries(people))('%s', async (person, refs) => {
    expect(await decide(permission, refs)).toBe(
      isAllowed[person] ? AuthorizeResult.ALLOW : AuthorizeResult.DENY,
    );
  });
});

describe('permissions of other plugins', () => {
  const other = createPermission({
    name: 'catalog.entity.create',
    attributes: { action: 'create' },
  });

  it('are allowed by default', async () => {
    expect(await decide(other, people.withoutRole)).toBe(AuthorizeResult.ALLOW);
  });

  it('are left to another policy, which decides about no permission of the portal', async () => {
    const otherPermissions: PermissionPolicy = {
      handle: async () => ({ result: AuthorizeResult.DENY }),
    };
    const options = { otherPermissions };
    expect(await decide(other, people.operator, options)).toBe(
      AuthorizeResult.DENY,
    );
    for (const permission of klutchPermissions) {
      expect(await decide(permission, people.operator, options)).toBe(
        AuthorizeResult.ALLOW,
      );
    }
  });
});
