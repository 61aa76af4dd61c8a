/** The rights granted for permission claims are exactly those that are used, for each kind of claim; on two real clusters. */
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  konnectorApiRole,
  type PermissionClaim,
  konnectorRoles,
} from '@klutch/bind-api';
import type { PolicyRule } from '@klutch/kube';
import { claimKinds } from '../testing/__testUtils__/claimKinds';
import { installCrds } from '../testing/__testUtils__/clusterSetup';
import { controlPlaneRules } from '../testing/__testUtils__/FakeBackend';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import {
  missingPermissions,
  grantsOf,
  unusedPermissions,
} from '../testing/__testUtils__/permissions';

const group = 'example.com';
const crdOf = (plural: string, scope: 'Namespaced' | 'Cluster') =>
  testCrd(plural, `${plural[0]?.toUpperCase()}${plural.slice(1)}`, scope);
/** The APIs that claim the types of their scope. */
const apis = (['Namespaced', 'Cluster'] as const).map(scope => ({
  crd: crdOf(scope === 'Cluster' ? 'malls' : 'shops', scope),
  claims: claimKinds
    .filter(kind => kind.scope === scope)
    .flatMap<PermissionClaim>(({ plural, claims }) =>
      claims.map(claim => ({
        group,
        version: 'v1',
        resource: plural,
        ...claim,
      })),
    ),
}));
const claimed = claimKinds.map(({ plural, scope }) => crdOf(plural, scope));

let fixture: TwoClusterFixture;
beforeAll(async () => {
  fixture = await TwoClusterFixture.start({
    streamingLists: false,
  });
  fixture.startKonnector();
  await installCrds(fixture.provider, claimed);
  await installCrds(fixture.consumer, claimed);
  for (const { crd, claims } of apis) {
    await fixture.offerAndBind(crd, claims);
    await new UserView(fixture, resourceOfCrd(crd)).create('first');
  }
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

type RulesOf = (
  api: { group: string; resource: string },
  claims: PermissionClaim[],
) => PolicyRule[];
/** Rules for all APIs with their claims. */
const allRules = (rulesOf: RulesOf) =>
  apis.flatMap(({ crd, claims }) =>
    rulesOf({ group, resource: crd.spec.names.plural }, claims),
  );
const ofClaims = (rules: PolicyRule[]) =>
  rules.filter(({ resources = [] }) =>
    claimKinds.some(({ plural }) => resources.includes(plural)),
  );

/** Exercises one kind of claim after the other. */
async function exerciseAll(): Promise<void> {
  for (const { plural, scope, exercise } of claimKinds) {
    await exercise(new UserView(fixture, resourceOfCrd(crdOf(plural, scope))));
  }
}

itLong(
  'B25: permission claims use every granted verb, and no other',
  async () => {
    await exerciseAll();
    const consumerRequests = fixture.requests('consumer');
    const rules = allRules(
      (api, claims) => konnectorApiRole(api, claims).rules ?? [],
    );
    expect(
      unusedPermissions([{ rules: ofClaims(rules) }], consumerRequests),
    ).toEqual([]);
    expect(
      missingPermissions(
        [...grantsOf(konnectorRoles()), { rules }],
        consumerRequests,
      ),
    ).toEqual([]);
    const providerRules = allRules(controlPlaneRules);
    const requests = fixture.requests('provider');
    expect(
      unusedPermissions([{ rules: ofClaims(providerRules) }], requests),
    ).toEqual([]);
    // Granted in all namespaces, because one of the APIs is cluster-scoped.
    const granted = [...fixture.backend.grants([]), { rules: providerRules }];
    expect(missingPermissions(granted, requests)).toEqual([]);
  },
  120_000,
);
