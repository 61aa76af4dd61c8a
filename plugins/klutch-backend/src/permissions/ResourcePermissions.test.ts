import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import {
  AuthorizeResult,
  type PolicyDecision,
} from '@backstage/plugin-permission-common';
import {
  klutchClaimDeletePermission,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  createKlutchClaimConditionalDecision,
  klutchClaimConditions,
} from './claimRules';
import { claimRuleset } from './__testUtils__/claimRuleset';
import {
  ResourcePermissions,
  type ResourcePermissionsOptions,
} from './ResourcePermissions';

const caller = { credentials: mockCredentials.user() };
const mine = { owner: 'user:default/alice' } as Schemas['Claim'];
const other = { owner: 'user:default/bob' } as Schemas['Claim'];

/** Permissions under a policy that always decides the same. */
function permissionsBy(decision: PolicyDecision) {
  const permissions = mockServices.permissions.mock({
    authorizeConditional: async questions => questions.map(() => decision),
  });
  const registry = { getPermissionRuleset: () => claimRuleset };
  const subject = new ResourcePermissions({
    permissions,
    permissionsRegistry:
      registry as unknown as ResourcePermissionsOptions['permissionsRegistry'],
  });
  return {
    permissions,
    grant: () =>
      subject.grantOnClaims(
        caller,
        klutchClaimDeletePermission,
        'delete services',
      ),
    isGranted: () => subject.isGranted(caller, klutchClaimDeletePermission),
  };
}

const ownClaims = createKlutchClaimConditionalDecision(
  klutchClaimDeletePermission,
  klutchClaimConditions.isOwner({ owners: ['user:default/alice'] }),
);

it('covers all claims without conditions, and need not know them', async () => {
  const { grant, isGranted } = permissionsBy({ result: AuthorizeResult.ALLOW });
  const all = await grant();
  expect(all.isConditional).toBe(false);
  expect(all.filter([mine, other])).toEqual([mine, other]);
  const find = jest.fn();
  expect(all.covers(find)).toBe(true);
  expect(find).not.toHaveBeenCalled();
  expect(await isGranted()).toBe(true);
});

it('covers the claims that satisfy the conditions, by one question', async () => {
  const { grant, isGranted, permissions } = permissionsBy(ownClaims);
  const own = await grant();
  expect(own.isConditional).toBe(true);
  expect(own.filter([other, mine])).toEqual([mine]);
  expect(own.covers(() => mine)).toBe(true);
  expect(own.covers(() => other)).toBe(false);
  expect(() => own.require(() => other)).toThrow(
    'You may not delete services. Ask a platform operator for the permission klutch.claim.delete.',
  );
  expect(permissions.authorizeConditional.mock.calls).toEqual([
    [
      [{ permission: klutchClaimDeletePermission }],
      { credentials: caller.credentials },
    ],
  ]);
  expect(await isGranted()).toBe(true);
});

it('covers no claim that is not known, under conditions', async () => {
  const grant = await permissionsBy(ownClaims).grant();
  expect(grant.covers(() => undefined)).toBe(false);
});

it('is refused where the policy denies', async () => {
  const { grant, isGranted } = permissionsBy({ result: AuthorizeResult.DENY });
  await expect(grant()).rejects.toThrow('You may not delete services.');
  expect(await isGranted()).toBe(false);
});
