/** On the app cluster all rights that are granted are used, where they are granted, and on neither cluster is anything asked for beyond them. */
import { konnectorApiRole, konnectorRoles } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { controlPlaneRules } from '../testing/__testUtils__/FakeBackend';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import { missingPermissions, grantsOf, unusedPermissions } from '../testing/__testUtils__/permissions';
import { runFullLifecycle, unbindAll } from '../testing/__testUtils__/fullLifecycle';

const crd = testCrd('things', 'Thing');
const api = { group: 'example.com', resource: 'things' };
let world: TwoClusterFixture;
let things: UserView;

beforeAll(async () => {
  world = await TwoClusterFixture.start({ auditReads: true, streamingLists: false });
  things = new UserView(world, resourceOfCrd(crd));
  const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
  world.startKonnector({ lease });
  await eventually('it leads', () => world.consumer.get(core.leases, lease));
  world.startKonnector({ lease });
  await world.offerAndBind(crd);
}, 90_000);
afterAll(() => world?.stop(), 30_000);

it('B25: uses every verb it is granted on the app cluster, and no other on either', async () => {
  await runFullLifecycle(world, things);
  // The control plane rotates the kubeconfig.
  await world.backend.setKubeconfig(await world.tenantKubeconfig());
  await eventually('the app cluster has it', async () =>
    world
      .writes('consumer')
      .some(({ resource, code }) => resource === 'secrets' && code === 200),
  );
  await unbindAll(world, 'things.example.com');
  await eventually('the lease is renewed', async () => {
    const lease = await world.consumer.get(core.leases, {
      namespace: 'klutch-bind',
      name: 'klutch-bind',
    });
    return lease?.spec?.renewTime !== lease?.spec?.acquireTime;
  });

  const grants = grantsOf([...konnectorRoles(), konnectorApiRole(api, [])]);
  const requests = world.requests('consumer');
  expect(unusedPermissions(grants, requests)).toEqual([]);
  expect(missingPermissions(grants, requests)).toEqual([]);
  const above = world.backend.grants(controlPlaneRules(api, []));
  expect(missingPermissions(above, world.requests('provider'))).toEqual([]);
}, 90_000);
