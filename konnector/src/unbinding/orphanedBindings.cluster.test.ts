/**
 * Control-plane mode: a permanently lost app cluster does not block the deletion of its bindings; on two real clusters.
 */
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import { TcpProxy } from '@klutch/local-clusters';
import { viaProxies } from '../testing/faults/viaProxies';

const crd = testCrd('wrecks', 'Wreck');
const name = 'wrecks.example.com';
const unbind = 'klutch.anynines.com/unbind';
let fixture: TwoClusterFixture;
let wrecks: UserView;
let proxy: TcpProxy;
let running: RunningKonnector;

const start = async () => {
  running = fixture.startKonnector({
    controlPlane: await fixture.tenantKubeconfig(),
    connect: viaProxies(new Map([[fixture.consumer.server, proxy]])),
  });
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({ controlPlaneMode: true });
  wrecks = new UserView(fixture, resourceOfCrd(crd));
  proxy = await TcpProxy.start(fixture.consumer.server);
  await start();
  await fixture.offer(crd);
}, 90_000);

const bindAgain = async () => {
  proxy.setLinkState('up');
  // As an operator does when the app cluster is back.
  if (await fixture.consumer.get(core.customResourceDefinitions, { name })) {
    await fixture.consumer.mergePatch(
      core.customResourceDefinitions,
      { name },
      {
        metadata: {
          annotations: { 'klutch.anynines.com/binding-uid': null },
        },
      },
    );
  }
  await fixture.bind(crd);
  await fixture.waitForReady(name);
};
beforeEach(() => bindAgain(), 60_000);
afterAll(async () => {
  await fixture?.stop();
  await proxy?.stop();
}, 30_000);

const key = () => ({ namespace: fixture.clusterNamespace, name });
const binding = () => fixture.provider.get(fixture.bindingResource, key());
const end = () => fixture.provider.delete(fixture.bindingResource, key());
const annotateBinding = (abandonAppCluster: 'true' | null) =>
  fixture.provider.mergePatch(fixture.bindingResource, key(), {
    metadata: {
      annotations: {
        'klutch.anynines.com/abandon-app-cluster': abandonAppCluster,
      },
    },
  });
const waitForBindingDeleted = () =>
  eventually('the binding is deleted', async () => !(await binding()));
const waitForFailedAttempts = () => {
  const before = proxy.refused;
  return eventually(
    'the konnector has tried to reach the app cluster',
    async () => proxy.refused > before + 5,
  );
};

itLong(
  'a deleting binding with the annotation abandon-app-cluster is deleted, and copies stay; the recovered app cluster takes them over when it is bound again',
  async () => {
    const copy = await wrecks.create('one');
    proxy.setLinkState('down');
    await end();
    await waitForFailedAttempts();
    expect((await binding())?.metadata.finalizers).toHaveLength(1);
    await annotateBinding('true');
    await waitForBindingDeleted();
    expect((await wrecks.copy('one'))?.metadata.uid).toBe(copy.metadata.uid);

    await bindAgain();
    await wrecks.patch('one', { spec: { plan: 'big' } });
    const { metadata } = await wrecks.waitForCopy(
      'one',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(metadata.uid).toBe(copy.metadata.uid);
    expect(metadata.deletionTimestamp).toBeUndefined();
  },
  90_000,
);

it('a binding is deleted also when the konnector has never reached the app cluster', async () => {
  await wrecks.create('unreached');
  await running.stop();
  proxy.setLinkState('down');
  await start();
  await end();
  await annotateBinding('true');
  await waitForBindingDeleted();
  expect(await wrecks.copy('unreached')).toBeDefined();
}, 60_000);

it('a binding that is not being deleted ignores the annotation', async () => {
  await annotateBinding('true');
  await wrecks.create('sound');
  expect((await binding())?.metadata.finalizers).toEqual([unbind]);
  await annotateBinding(null);
}, 60_000);
