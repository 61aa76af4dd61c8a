/** On the app cluster all rights that are granted are used, where they are granted, and on neither cluster is anything asked for beyond them. */
import { konnectorApiRole, konnectorRoles } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { controlPlaneRules } from '../testing/__testUtils__/handBackend';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusters } from '../testing/__testUtils__/twoClusters';
import { UserView } from '../testing/__testUtils__/userView';
import { beyond, grantsOf, inVain } from '../testing/__testUtils__/rights';
import { liveThrough, unbindAll } from '../testing/__testUtils__/wholeLife';

const crd = testCrd('things', 'Thing');
const api = { group: 'example.com', resource: 'things' };
let world: TwoClusters;
let things: UserView;

beforeAll(async () => {
  world = await TwoClusters.start({ auditReads: true, streamingLists: false });
  things = new UserView(world, resourceOfCrd(crd));
  const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
  world.startKonnector({ lease });
  await eventually('it leads', () => world.consumer.get(core.leases, lease));
  world.startKonnector({ lease });
  await world.serve(crd);
}, 90_000);
afterAll(() => world?.stop(), 30_000);

it('B25: uses every verb it is granted on the app cluster, and no other on either', async () => {
  await liveThrough(world, things);
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
  expect(inVain(grants, requests)).toEqual([]);
  expect(beyond(grants, requests)).toEqual([]);
  const above = world.backend.grants(controlPlaneRules(api, []));
  expect(beyond(above, world.requests('provider'))).toEqual([]);
}, 90_000);
