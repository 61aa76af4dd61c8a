import type {
  PermissionCondition,
  PermissionCriteria,
} from '@backstage/plugin-permission-common';
import {
  createConditionAuthorizer,
  createConditionTransformer,
} from '@backstage/plugin-permission-node';
import {
  klutchClaimReadPermission,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import {
  createKlutchClaimConditionalDecision,
  klutchClaimConditions as conditions,
} from './claimRules';
import { claimRuleset } from './__testUtils__/claimRuleset';
import { toPredicate } from './toPredicate';

type Claim = Schemas['Claim'];

const row = (name: string, more: Partial<Claim> = {}) =>
  ({
    cluster: 'apps-dev',
    namespace: 'team-a',
    resource: 'sqls.g.io',
    type: 'instance',
    name,
    owner: 'group:default/team-a',
    plan: 'small',
    ...more,
  }) as Claim;

const rows = [
  row('orders'),
  row('big', { plan: 'big', owner: 'user:default/alice' }),
  row('elsewhere', { cluster: 'apps-prod', namespace: 'team-b' }),
  row('queue', { resource: 'queues.g.io', owner: 'Team-A' }),
  row('nobody', { owner: undefined }),
  row('binding', {
    type: 'binding',
    resource: 'bindings.g.io',
    instanceResource: 'sqls.g.io',
    instanceRef: 'orders',
    plan: undefined,
  }),
];

type Criteria = PermissionCriteria<PermissionCondition<'klutch-claim'>>;

/** The rows that satisfy the conditions, by a query of all and by each on its own. */
function namesOf(criteria: Criteria) {
  const predicate = toPredicate(
    createConditionTransformer(claimRuleset)(criteria),
  );
  const isAuthorized = createConditionAuthorizer(claimRuleset);
  const decision = createKlutchClaimConditionalDecision(
    klutchClaimReadPermission,
    criteria,
  );
  const queried = rows.filter(predicate).map(({ name }) => name);
  const single = rows
    .filter(one => isAuthorized(decision, one))
    .map(({ name }) => name);
  expect(single).toEqual(queried);
  return queried;
}

const ownedByTeam = conditions.isOwner({
  owners: ['group:default/team-a', 'user:default/bob'],
});
const small = conditions.ofPlan({ plans: ['small'] });

it.each<[string, Criteria, string[]]>([
  ['owner', ownedByTeam, ['orders', 'elsewhere', 'queue', 'binding']],
  [
    'owner, as a short ref',
    conditions.isOwner({ owners: ['team-a'] }),
    ['orders', 'elsewhere', 'queue', 'binding'],
  ],
  ['no owner', conditions.isOwner({ owners: [] }), []],
  [
    'namespace',
    conditions.inNamespace({ namespaces: ['team-b', 'team-c'] }),
    ['elsewhere'],
  ],
  [
    'app cluster',
    conditions.onAppCluster({ clusters: ['apps-prod'] }),
    ['elsewhere'],
  ],
  [
    'service, with the claims that belong to its instances',
    conditions.ofService({ services: ['sqls.g.io'] }),
    ['orders', 'big', 'elsewhere', 'nobody', 'binding'],
  ],
  ['plan', small, ['orders', 'elsewhere', 'queue', 'nobody']],
  [
    'all of several conditions',
    { allOf: [ownedByTeam, small] },
    ['orders', 'elsewhere', 'queue'],
  ],
  [
    'any of several conditions',
    { anyOf: [conditions.ofPlan({ plans: ['big'] }), ownedByTeam] },
    ['orders', 'big', 'elsewhere', 'queue', 'binding'],
  ],
  ['the opposite', { not: ownedByTeam }, ['big', 'nobody']],
  [
    'nested conditions',
    { allOf: [small, { not: { anyOf: [ownedByTeam] } }] },
    ['nobody'],
  ],
])('covers claims by %s', (_, criteria, expected) => {
  expect(namesOf(criteria)).toEqual(expected);
});

it('refuses parameters of another form', () => {
  const wrong = {
    rule: 'isOwner',
    resourceType: 'klutch-claim',
    params: { owners: 'user:default/alice' },
  };
  expect(() => createConditionTransformer(claimRuleset)(wrong)).toThrow(
    'Parameters to rule are invalid',
  );
});
