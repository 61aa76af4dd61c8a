/**
 * The konnector loses the app cluster, the control plane or both, while users and the provider continue to write; after
 * reconnecting, everything is synced and only what users deleted is deleted; on two real clusters.
 */
import { core } from '@klutch/kube';
import type { PermissionClaim } from '@klutch/bind-api';
import { eventually } from '../__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd, userObject } from '../__testUtils__/thingCrd';
import { TwoClusterFixture } from '../__testUtils__/twoClusterFixture';
import { UserView } from '../__testUtils__/userView';
import { TcpProxy, type LinkState } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { viaProxies } from './viaProxies';

const crd = testCrd('ferries', 'Ferry');
const secrets = { resource: 'secrets', version: 'v1' };
const claims: PermissionClaim[] = [
  { ...secrets, selector: { owner: 'Provider' } },
  {
    ...secrets,
    selector: { owner: 'Consumer', labelSelectors: [{ share: 'yes' }] },
  },
];
const here = 'team-a';
type Side = 'consumer' | 'provider';
let fixture: TwoClusterFixture;
let ferries: UserView;
let proxies: Record<Side, TcpProxy>;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  ferries = new UserView(fixture, resourceOfCrd(crd));
  proxies = {
    consumer: await TcpProxy.start(fixture.consumer.server),
    provider: await TcpProxy.start(fixture.provider.server),
  };
  fixture.startKonnector({
    connect: viaProxies(
      new Map([
        [fixture.consumer.server, proxies.consumer],
        [fixture.provider.server, proxies.provider],
      ]),
    ),
  });
  await fixture.offerAndBind(crd, claims);
}, 90_000);
afterAll(async () => {
  await fixture?.stop();
  await Promise.all(Object.values(proxies ?? {}).map(proxy => proxy.stop()));
}, 30_000);

const there = () => ferries.copyKey('any').namespace;
const secret = (namespace: string | undefined, name: string, labels = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace, name, labels },
  data: { a: 'MQ==' },
});
const secretHere = (name: string) =>
  fixture.consumer.get(core.secrets, { namespace: here, name });
const secretThere = (name: string) =>
  fixture.provider.get(core.secrets, { namespace: there(), name });

const partitions: [string, Exclude<LinkState, 'up'>, Side[]][] = [
  ['the app cluster is disconnected', 'down', ['consumer']],
  ['the control plane is disconnected', 'down', ['provider']],
  ['both are disconnected', 'down', ['consumer', 'provider']],
  ['the app cluster does not answer', 'stalled', ['consumer']],
  ['the control plane does not answer', 'stalled', ['provider']],
  ['both do not answer', 'stalled', ['consumer', 'provider']],
];

itLong.each(partitions)(
  'converges when %s for a while, and deletes only what users deleted',
  async (_what, linkState, sides) => {
    const of = (name: string) => `${name}-${linkState}-${sides.join('-')}`;
    for (const name of ['stays', 'changes', 'goes', 'reports', 'robbed']) {
      await ferries.create(of(name));
    }
    await fixture.consumer.create(
      core.secrets,
      secret(here, of('shared'), { share: 'yes' }),
    );
    await fixture.provider.create(core.secrets, secret(there(), of('login')));
    await eventually('the shared secret is on the control plane', () =>
      secretThere(of('shared')),
    );
    await eventually('the login is on the app cluster', () =>
      secretHere(of('login')),
    );
    const uids = Object.fromEntries(
      await Promise.all(
        ['stays', 'changes', 'reports'].map(async name => [
          name,
          (await ferries.copy(of(name)))?.metadata.uid,
        ]),
      ),
    );
    const before = fixture.writes('provider').length;

    sides.forEach(side => proxies[side].setLinkState(linkState));
    await ferries.patch(of('changes'), { spec: { plan: 'big' } });
    await ferries.delete(of('goes'));
    await fixture.consumer.create(
      ferries.resource,
      userObject(ferries.resource, of('new')),
    );
    await ferries.setStatus(of('reports'), { phase: 'Lost' });
    await ferries.setStatus(of('reports'), { phase: 'Found' });
    await ferries.deleteCopy(of('robbed'));
    await fixture.provider.mergePatch(
      core.secrets,
      { namespace: there(), name: of('login') },
      { data: { a: 'Mg==' } },
    );
    await fixture.consumer.mergePatch(
      core.secrets,
      { namespace: here, name: of('shared') },
      { data: { a: 'Mg==' } },
    );
    if (linkState === 'down') {
      await eventually('the konnector has retried', async () =>
        sides.every(side => proxies[side].refused > 5),
      );
    }
    sides.forEach(side => proxies[side].setLinkState('up'));

    await ferries.waitForCopy(of('changes'), copy => copy.spec?.plan === 'big');
    await ferries.waitForCopy(of('new'), () => true);
    await ferries.waitForObject(
      of('reports'),
      object => object.status?.phase === 'Found',
    );
    await ferries.waitForCopy(
      of('robbed'),
      copy => !copy.metadata.deletionTimestamp,
    );
    await ferries.waitForObjectDeleted(of('goes'));
    await eventually('the new login is on the app cluster', async () => {
      const found = await secretHere(of('login'));
      return found?.data?.a === 'Mg==';
    });
    await eventually(
      'the new shared secret is on the control plane',
      async () => {
        const found = await secretThere(of('shared'));
        return found?.data?.a === 'Mg==';
      },
    );
    await ferries.waitForQueueDrained();
    expect(await ferries.copy(of('goes'))).toBeUndefined();
    for (const [name, uid] of Object.entries(uids)) {
      expect((await ferries.copy(of(name)))?.metadata.uid).toBe(uid);
    }
    const deletions = fixture
      .writes('provider')
      .slice(before)
      .filter(({ verb }) => verb === 'delete')
      .map(({ name }) => name);
    expect(new Set(deletions)).toEqual(new Set([of('goes')]));
    await eventually('the binding is ready', async () => {
      const conditions = await fixture.conditions('ferries.example.com');
      return ['Ready', 'Connected', 'Syncing', 'InformersSynced'].every(
        type => conditions[type] === 'True',
      );
    });
  },
  90_000,
);
