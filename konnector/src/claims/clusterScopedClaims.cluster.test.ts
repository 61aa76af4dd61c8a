/** Permission claims of cluster-scoped types, of both owners, in every isolation; on two real clusters. */
import {
  bindResources,
  type ClusterScopedIsolation,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
import type { Offering } from '../testing/__testUtils__/FakeBackend';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const owner = 'klutch.anynines.com/resource-owner';
const crdOf = (plural: string) =>
  testCrd(plural, `${plural[0]?.toUpperCase()}${plural.slice(1)}`, 'Cluster');
/** An API and the types that it claims. */
const fixtures = {
  Prefixed: { api: 'gears', ups: 'zones', downs: 'tiers' },
  Namespaced: { api: 'inners', ups: 'cells', downs: 'slots' },
  None: { api: 'plains', ups: 'fields', downs: 'hills' },
};
const isolations = Object.keys(fixtures) as ClusterScopedIsolation[];
const only: Record<string, Offering> = {
  solos: { isolation: 'None' },
  islands: { isolation: 'None' },
};
for (const isolation of isolations) {
  for (const plural of Object.values(fixtures[isolation])) {
    only[plural] = { isolation };
  }
}
const claimOn = (
  resource: string,
  side: 'Provider' | 'Consumer',
  group = 'example.com',
): PermissionClaim => ({
  group,
  resource,
  version: 'v1',
  selector: { owner: side, namespaces: [] },
});

let fixture: TwoClusterFixture;
const views = new Map<string, UserView>();
const viewOf = (plural: string) => {
  const view =
    views.get(plural) ?? new UserView(fixture, resourceOfCrd(crdOf(plural)));
  views.set(plural, view);
  return view;
};
const installClaimed = async (crd: CustomResourceDefinition) => {
  await installCrds(fixture.provider, [fixture.backend.providerCrd(crd)]);
  await installCrds(fixture.consumer, [crd]);
};
const offerAndBind = async (api: string, claims: PermissionClaim[]) => {
  const crd = crdOf(api);
  await fixture.offer(crd, claims);
  await fixture.bind(
    crd,
    claims.map(claim => ({ ...claim, state: 'Accepted' })),
  );
};
const createOnProvider = (
  view: UserView,
  name: string,
  annotations?: Record<string, string>,
) =>
  fixture.provider.create(view.providerResource, {
    ...userObject(view.resource, name),
    metadata: { ...view.copyKey(name), annotations },
  });

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({ only });
  fixture.startKonnector();
  for (const { api, ups, downs } of Object.values(fixtures)) {
    await installClaimed(crdOf(ups));
    await installClaimed(crdOf(downs));
    await offerAndBind(api, [
      claimOn(ups, 'Consumer'),
      claimOn(downs, 'Provider'),
    ]);
  }
  for (const { api } of Object.values(fixtures)) {
    await fixture.waitForReady(`${api}.example.com`);
  }
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

const planOf = ({ spec }: Unstructured) =>
  (spec as Record<string, unknown>).plan;
const setPlan = (plan: string) => ({ spec: { plan } });
const isRecreated =
  (before: Unstructured | undefined) =>
  ({ metadata }: Unstructured) =>
    metadata.uid !== before?.metadata.uid;

describe.each(isolations)('isolation %s', isolation => {
  const marks: Record<string, string> =
    isolation === 'Namespaced' ? {} : { [clusterNamespace]: 'cluster-x' };

  it('C30-C34: consumer-owned objects are copied, updated, reverted and deleted on the control plane', async () => {
    const view = viewOf(fixtures[isolation].ups);
    const copy = await view.create('a');
    expect(copy.metadata.annotations).toMatchObject({
      ...marks,
      [owner]: 'Consumer',
    });
    await view.patch('a', setPlan('big'));
    await view.waitForCopy('a', found => planOf(found) === 'big');
    await view.patchCopy('a', setPlan('theirs'));
    await view.waitForCopy('a', found => planOf(found) === 'big');
    await view.deleteCopy('a');
    await view.waitForCopy('a', isRecreated(copy));
    await view.delete('a');
    await eventually(
      'the copy is deleted',
      async () => (await view.copy('a')) === undefined,
    );
  });

  it('C20-C24: provider-owned objects are copied, updated, reverted and deleted on the app cluster', async () => {
    const view = viewOf(fixtures[isolation].downs);
    await createOnProvider(view, 'a', marks);
    const copy = await view.waitForObject('a', () => true);
    expect(copy.metadata.annotations?.[owner]).toBe('Provider');
    await view.patchCopy('a', setPlan('big'));
    await view.waitForObject('a', found => planOf(found) === 'big');
    await view.patch('a', setPlan('mine'));
    await view.waitForObject('a', found => planOf(found) === 'big');
    await view.delete('a');
    await view.waitForObject('a', isRecreated(copy));
    await view.deleteCopy('a');
    await view.waitForObjectDeleted('a');
  });
});

describe.each(['Prefixed', 'None'] as const)('isolation %s', isolation => {
  it('objects without the mark of this app cluster are changed on neither side', async () => {
    const { ups, downs } = fixtures[isolation];
    const down = viewOf(downs);
    await createOnProvider(down, 'unmarked');
    await createOnProvider(down, 'theirs', { [clusterNamespace]: 'cluster' });
    await createOnProvider(down, 'sentinel', {
      [clusterNamespace]: 'cluster-x',
    });
    await down.waitForObject('sentinel', () => true);
    expect(await down.object('unmarked')).toBeUndefined();
    expect(await down.object('theirs')).toBeUndefined();
    expect(down.writesTo('provider', 'unmarked')).toEqual([]);

    const up = viewOf(ups);
    await up.create('first');
    await createOnProvider(up, 'taken');
    await fixture.consumer.create(
      up.resource,
      userObject(up.resource, 'taken', { plan: 'mine' }),
    );
    expect(await up.waitForEvent('taken', 'Conflict')).toContain(
      clusterNamespace,
    );
    expect(up.writesTo('provider', 'taken')).toEqual([]);
  });
});

describe('names that are too long for the control plane', () => {
  it('are reported in an Event', async () => {
    const view = viewOf(fixtures.Prefixed.ups);
    const name = 'x'.repeat(250);
    await fixture.consumer.create(
      view.resource,
      userObject(view.resource, name),
    );
    expect(await view.waitForEvent(name, 'NameTooLong')).toContain(
      'at most 243 characters',
    );
  });
});

describe('claims that are not served', () => {
  /** The condition is set once the failure has lasted for 10 s. */
  const waitForMessage = (text: string) =>
    eventually(
      `the condition contains: ${text}`,
      async () => {
        const found = await fixture.consumer.get(bindResources.bindings, {
          namespace: 'klutch-bind',
          name: 'solos.example.com',
        });
        return found?.status?.conditions?.some(
          ({ type, message }) =>
            type === 'PermissionClaimsServed' && message?.includes(text),
        );
      },
      30_000,
    );

  it('include, with isolation None, a type of which another app cluster has copies', async () => {
    const view = viewOf('islands');
    await installClaimed(crdOf('islands'));
    await createOnProvider(view, 'theirs', { [clusterNamespace]: 'cluster-y' });
    await fixture.consumer.create(
      view.resource,
      userObject(view.resource, 'mine'),
    );
    await offerAndBind('solos', [claimOn('islands', 'Consumer')]);
    await waitForMessage('one app cluster only');
    expect(await view.copy('mine')).toBeUndefined();
    await view.deleteCopy('theirs');
    await view.waitForCopy('mine', () => true);
  }, 60_000);

  it('are never reported as served before they are refused', async () => {
    const group = 'rbac.authorization.k8s.io';
    await offerAndBind('fresh', [claimOn('clusterroles', 'Provider', group)]);
    const seen = new Set<string>();
    await eventually('the refusal is reported', async () => {
      const { PermissionClaimsServed = 'nothing' } =
        await fixture.conditions('fresh.example.com');
      seen.add(PermissionClaimsServed);
      return PermissionClaimsServed === 'False/ClaimNotServed';
    });
    seen.delete('nothing');
    expect([...seen]).toEqual(['Unknown/Pending', 'False/ClaimNotServed']);
  }, 60_000);

  it('include cluster roles, which would give the provider control of the app cluster', async () => {
    const group = 'rbac.authorization.k8s.io';
    await offerAndBind('solos', [claimOn('clusterroles', 'Provider', group)]);
    await waitForMessage('controls the whole cluster');
    const touched = fixture
      .writes('consumer')
      .filter(({ resource }) => resource === 'clusterroles');
    expect(touched).toEqual([]);
  }, 60_000);
});
