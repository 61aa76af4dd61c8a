/** Control-plane mode: the granted rights are exactly those that are used; on two real clusters. */
import {
  isNeverSynced,
  konnectorApiRole,
  remoteBindingRoles,
  secretReaderRules,
} from '@klutch/bind-api';
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
import { remoteKonnectorRoles } from './remote';

const crd = testCrd('carts', 'Cart');
const api = { group: 'example.com', resource: 'carts' };
const name = 'carts.example.com';
let fixture: TwoClusterFixture;
let carts: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({
    controlPlaneMode: true,
    streamingLists: false,
  });
  carts = new UserView(fixture, resourceOfCrd(crd));
  const lease = { namespace: fixture.clusterNamespace, name: 'klutch-bind' };
  const controlPlane = await fixture.tenantKubeconfig();
  fixture.startKonnector({ lease, controlPlane });
  await eventually('the konnector is the leader', () =>
    fixture.provider.get(core.leases, lease),
  );
  fixture.startKonnector({ lease, controlPlane });
  await fixture.offerAndBind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

it('B25: uses every granted verb on the app cluster and on bindings, and no other on either cluster', async () => {
  await runFullLifecycle(fixture, carts);
  await unbindAll(fixture, name);
  const lease = { namespace: fixture.clusterNamespace, name: 'klutch-bind' };
  await eventually('the lease is renewed', async () => {
    const { spec } = (await fixture.provider.get(core.leases, lease)) ?? {};
    return spec?.renewTime !== spec?.acquireTime;
  });
  const consumerGrants = grantsOf([
    ...remoteKonnectorRoles(),
    konnectorApiRole(api, []),
  ]);
  const requests = fixture.requests('consumer');
  expect(unusedPermissions(consumerGrants, requests)).toEqual([]);
  expect(missingPermissions(consumerGrants, requests)).toEqual([]);
  const N = fixture.clusterNamespace;
  const forBindings = grantsOf(remoteBindingRoles(N));
  const forKubeconfig = {
    rules: secretReaderRules(),
    within: (namespace: string) => namespace === N,
  };
  const providerRequests = fixture.requests('provider');
  expect(unusedPermissions(forBindings, providerRequests)).toEqual([]);
  const ofTenant = fixture.backend.grants(controlPlaneRules(api, []));
  expect(
    missingPermissions(
      [...forBindings, forKubeconfig, ...ofTenant],
      providerRequests,
    ),
  ).toEqual([]);
}, 90_000);

it('never serves the cluster-scoped types of Kubernetes', async () => {
  interface Groups {
    groups: { preferredVersion: { groupVersion: string } }[];
  }
  interface Types {
    resources: { name: string; namespaced: boolean }[];
  }
  const ask = async <T>(path: string) =>
    (await fixture.consumer.raw('GET', path)) as T;
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
      if (namespaced || isNeverSynced({ group, resource })) continue;
      unknown.push(`${resource}.${group}`);
    }
  }
  expect(unknown).toEqual([]);
});
