import { mockCredentials } from '@backstage/backend-test-utils';
import type { Entity } from '@backstage/catalog-model';
import {
  catalogConditions,
  createCatalogConditionalDecision,
  permissionRules,
} from '@backstage/plugin-catalog-backend/alpha';
import { catalogEntityReadPermission } from '@backstage/plugin-catalog-common/alpha';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import {
  createConditionAuthorizer,
  type PermissionPolicy,
} from '@backstage/plugin-permission-node';
import {
  KLUTCH_CLAIM_ANNOTATION,
  KLUTCH_VISIBILITY_ANNOTATION,
} from '@klutch/backstage-plugin-klutch-common';
import {
  createKlutchPolicy,
  type KlutchPolicyOptions,
} from './createKlutchPolicy';

const developers = 'group:default/developers';
const other = 'group:default/other';

const entity = (
  annotations: Record<string, string>,
  owner: string,
): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: { name: 'x', annotations },
  relations: [{ type: 'ownedBy', targetRef: owner }],
});

const claim = { [KLUTCH_CLAIM_ANNOTATION]: 'apps/team-a/sqls.g.io/orders' };

/** The decision about reading entities, for somebody with these ownership refs; none is a request without a user. */
const decide = (
  refs: string[] | undefined,
  options: Partial<KlutchPolicyOptions> = {},
) =>
  createKlutchPolicy({
    developers: [developers],
    auditors: ['group:default/revision'],
    operators: ['group:default/operators'],
    ...options,
  }).handle(
    { permission: catalogEntityReadPermission },
    refs && {
      credentials: mockCredentials.user(),
      info: { userEntityRef: 'user:default/x', ownershipEntityRefs: refs },
    },
  );

const isAuthorized = createConditionAuthorizer(Object.values(permissionRules));

/** Which entities the rules of the catalog show under the decision. */
async function visible(...args: Parameters<typeof decide>) {
  const decision = await decide(...args);
  const shows = (annotations: Record<string, string>, owner: string) =>
    isAuthorized(decision, entity(annotations, owner));
  const isPublic = { ...claim, [KLUTCH_VISIBILITY_ANNOTATION]: 'public' };
  return {
    own: shows(claim, developers),
    others: shows(claim, other),
    public: shows(isPublic, other),
    component: shows({}, other),
  };
}

it.each([
  ['their owners', [developers], { own: true, others: false }],
  ['auditors', ['group:default/revision'], { own: true, others: true }],
  ['operators', ['group:default/operators'], { own: true, others: true }],
  ['nobody without a role', [other], { own: false, others: false }],
  ['nobody without a sign-in', undefined, { own: false, others: false }],
])('shows instances to %s', async (_, refs, expected) => {
  expect(await visible(refs)).toEqual({
    ...expected,
    public: true,
    component: true,
  });
});

it('is narrower than conditions of the other policy, and no wider than its refusals', async () => {
  const onlyOwn: PermissionPolicy = {
    handle: async () =>
      createCatalogConditionalDecision(
        catalogEntityReadPermission,
        catalogConditions.isEntityOwner({ claims: [developers] }),
      ),
  };
  expect(await visible([developers], { otherPermissions: onlyOwn })).toEqual({
    own: true,
    others: false,
    public: false,
    component: false,
  });
  const none: PermissionPolicy = {
    handle: async () => ({ result: AuthorizeResult.DENY }),
  };
  expect(await decide([developers], { otherPermissions: none })).toEqual({
    result: AuthorizeResult.DENY,
  });
});
