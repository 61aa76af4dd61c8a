/** Control-plane mode: the rights that are granted on both clusters are those that are used; on two real clusters. */
import { isNeverServed, konnectorApiRole } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusters } from '../testing/__testUtils__/twoClusters';
import { UserView } from '../testing/__testUtils__/userView';
import {
  inVain,
  liveThrough,
  unbindAll,
} from '../testing/__testUtils__/wholeLife';
import { remoteBindingRoles, remoteKonnectorRoles } from './remote';

const crd = testCrd('carts', 'Cart');
const api = { group: 'example.com', resource: 'carts' };
const name = 'carts.example.com';
let world: TwoClusters;
let carts: UserView;

beforeAll(async () => {
  world = await TwoClusters.start({ controlPlaneMode: true, auditReads: true });
  carts = new UserView(world, resourceOfCrd(crd));
  const lease = { namespace: world.clusterNamespace, name: 'klutch-bind' };
  const controlPlane = await world.tenantKubeconfig();
  world.startKonnector({ lease, controlPlane });
  await eventually('it leads', () => world.provider.get(core.leases, lease));
  world.startKonnector({ lease, controlPlane });
  await world.serve(crd);
}, 90_000);
afterAll(() => world?.stop(), 30_000);

it('B25: uses every verb it is granted on the app cluster and for bindings', async () => {
  await liveThrough(world, carts);
  await unbindAll(world, name);
  const lease = { namespace: world.clusterNamespace, name: 'klutch-bind' };
  await eventually('the lease is renewed', async () => {
    const { spec } = (await world.provider.get(core.leases, lease)) ?? {};
    return spec?.renewTime !== spec?.acquireTime;
  });
  const rulesOf = (roles: readonly object[]) =>
    roles.flatMap(role =>
      'rules' in role && Array.isArray(role.rules) ? role.rules : [],
    );
  const onAppCluster = [
    ...rulesOf(remoteKonnectorRoles()),
    ...(konnectorApiRole(api, []).rules ?? []),
  ];
  expect(inVain(onAppCluster, world.requests('consumer'))).toEqual([]);
  expect(
    inVain(
      rulesOf(remoteBindingRoles(world.clusterNamespace)),
      world.requests('provider'),
    ),
  ).toEqual([]);
}, 90_000);

it('was refused nothing on the app cluster', () => {
  const refused = world
    .requests('consumer')
    .filter(({ code }) => code === 403)
    .map(({ verb, resource }) => `${verb} ${resource}`);
  expect(refused).toEqual([]);
});

it('knows all cluster-scoped types of Kubernetes as those that are never served', async () => {
  interface Groups {
    groups: { preferredVersion: { groupVersion: string } }[];
  }
  interface Types {
    resources: { name: string; namespaced: boolean }[];
  }
  const ask = async <T>(path: string) =>
    (await world.consumer.raw('GET', path)) as T;
  const { groups } = await ask<Groups>('/apis');
  const versions = groups
    .map(({ preferredVersion }) => preferredVersion.groupVersion)
    .filter(version => /^[^.]+\/|\.k8s\.io\//.test(version));
  const unknown: string[] = [];
  for (const version of ['', ...versions]) {
    const { resources } = await ask<Types>(
      version === '' ? '/api/v1' : `/apis/${version}`,
    );
    const [group = ''] = version.split('/');
    for (const { name: resource, namespaced } of resources) {
      if (namespaced || isNeverServed({ group, resource })) continue;
      unknown.push(`${resource}.${group}`);
    }
  }
  expect(unknown).toEqual([]);
});
