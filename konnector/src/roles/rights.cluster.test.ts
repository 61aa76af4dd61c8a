/** The granted rights are exactly those that are used; on two real clusters. */
import { konnectorApiRole, konnectorRoles } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { controlPlaneRules } from '../testing/__testUtils__/FakeBackend';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import {
  missingPermissions,
  grantsOf,
  unusedPermissions,
} from '../testing/__testUtils__/permissions';
import {
  runFullLifecycle,
  unbindAll,
} from '../testing/__testUtils__/fullLifecycle';

const crd = testCrd('things', 'Thing');
const api = { group: 'example.com', resource: 'things' };
let fixture: TwoClusterFixture;
let things: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({
    streamingLists: false,
  });
  things = new UserView(fixture, resourceOfCrd(crd));
  const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
  fixture.startKonnector({ lease });
  await eventually('the konnector is the leader', () =>
    fixture.consumer.get(core.leases, lease),
  );
  fixture.startKonnector({ lease });
  await fixture.offerAndBind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

it('B25: uses every granted verb on the app cluster, and no other on either cluster', async () => {
  await runFullLifecycle(fixture, things);
  // The control plane rotates the kubeconfig.
  await fixture.backend.setKubeconfig(await fixture.tenantKubeconfig());
  await eventually('the app cluster has the rotated kubeconfig', async () =>
    fixture
      .writes('consumer')
      .some(({ resource, code }) => resource === 'secrets' && code === 200),
  );
  await unbindAll(fixture, 'things.example.com');
  await eventually('the lease is renewed', async () => {
    const lease = await fixture.consumer.get(core.leases, {
      namespace: 'klutch-bind',
      name: 'klutch-bind',
    });
    return lease?.spec?.renewTime !== lease?.spec?.acquireTime;
  });

  const grants = grantsOf([...konnectorRoles(), konnectorApiRole(api, [])]);
  const requests = fixture.requests('consumer');
  expect(unusedPermissions(grants, requests)).toEqual([]);
  expect(missingPermissions(grants, requests)).toEqual([]);
  const providerGrants = fixture.backend.grants(controlPlaneRules(api, []));
  expect(
    missingPermissions(providerGrants, fixture.requests('provider')),
  ).toEqual([]);
}, 90_000);
