/** An app cluster on which Klutch v1.5.0 was installed keeps its cluster-scoped bindings; on two real clusters. */
import { core } from '@klutch/kube';
import {
  apiServiceBindingCrd,
  bindResources,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { installCrds, eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('gears', 'Gear');
const name = 'gears.example.com';
const bindings = bindResources.clusterScopedBindings;
let fixture: TwoClusterFixture;
let gears: UserView;

const bind = (of: string) =>
  fixture.consumer.create<APIServiceBinding>(bindings, {
    apiVersion: names.apiVersion,
    kind: 'APIServiceBinding',
    metadata: { name: of },
    spec: { kubeconfigSecretRef: fixture.kubeconfigSecret },
  });

beforeAll(async () => {
  // The garbage collector remembers that bindings are cluster-scoped until its set of types changes, and would delete the CRDs of the next suite.
  fixture = await TwoClusterFixture.start({ unsharedAppCluster: true });
  gears = new UserView(fixture, resourceOfCrd(crd));
  const old = apiServiceBindingCrd('Cluster');
  const columns = old.spec.versions.map(version => ({
    ...version,
    additionalPrinterColumns: [],
  }));
  await installCrds(fixture.consumer, [
    { ...old, spec: { ...old.spec, versions: columns } },
  ]);
  await eventually('the CRD of bindings is served', () => bind(name));
  await fixture.offer(crd);
  fixture.startKonnector();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const binding = (of: string) => fixture.consumer.get(bindings, { name: of });
const waitForReady = (of: string) =>
  eventually('the binding is ready', async () =>
    (await binding(of))?.status?.conditions?.some(
      ({ type, status }) => type === 'Ready' && status === 'True',
    ),
  );

itLong(
  'becomes ready and syncs; its CRD is updated without a change of scope',
  async () => {
    await waitForReady(name);
    const copy = await gears.create('a');
    await gears.setStatus('a', { seen: 1 });
    await gears.waitForObject('a', ({ status }) => status !== undefined);
    expect(copy.spec).toMatchObject({ plan: 'small' });

    const bindingCrd = await fixture.consumer.get(
      core.customResourceDefinitions,
      apiServiceBindingCrd('Cluster').metadata as { name: string },
    );
    expect(bindingCrd?.spec.scope).toBe('Cluster');
    expect(
      bindingCrd?.spec.versions[0]?.additionalPrinterColumns?.length,
    ).toBeGreaterThan(0);
    const installed = await fixture.consumer.get(
      core.customResourceDefinitions,
      {
        name,
      },
    );
    expect(
      installed?.metadata.annotations?.['klutch.anynines.com/installed-by'],
    ).toBe(name);
  },
);

itLong('removes the finalizers and keeps the copies at unbinding', async () => {
  const other = testCrd('pulleys');
  const otherName = 'pulleys.example.com';
  const pulleys = new UserView(fixture, resourceOfCrd(other));
  await fixture.offer(other);
  await bind(otherName);
  await waitForReady(otherName);
  await pulleys.create('a');
  await fixture.consumer.delete(bindings, { name: otherName });
  await eventually(
    'the binding is deleted',
    async () => (await binding(otherName)) === undefined,
  );
  expect(await pulleys.object('a')).toMatchObject({ metadata: { name: 'a' } });
  expect((await pulleys.object('a'))?.metadata.finalizers).toBeUndefined();
  expect(await pulleys.copy('a')).toBeDefined();
});
