/**
 * The konnector loses the app cluster, the control plane or both, while users and the provider go on; when the line is
 * back, all of it has come across and only what users deleted is gone; on two real clusters.
 */
import { core } from '@klutch/kube';
import type { PermissionClaim } from '@klutch/bind-api';
import { eventually } from '../__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd, userObject } from '../__testUtils__/thingCrd';
import { TwoClusterFixture } from '../__testUtils__/twoClusterFixture';
import { UserView } from '../__testUtils__/userView';
import { TcpProxy, viaProxies, type LinkState } from './TcpProxy';

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
let world: TwoClusterFixture;
let ferries: UserView;
let relays: Record<Side, TcpProxy>;

beforeAll(async () => {
  world = await TwoClusterFixture.start();
  ferries = new UserView(world, resourceOfCrd(crd));
  relays = {
    consumer: await TcpProxy.to(world.consumer.server),
    provider: await TcpProxy.to(world.provider.server),
  };
  world.startKonnector({
    connect: viaProxies(
      new Map([
        [world.consumer.server, relays.consumer],
        [world.provider.server, relays.provider],
      ]),
    ),
  });
  await world.offerAndBind(crd, claims);
}, 90_000);
afterAll(async () => {
  await world?.stop();
  await Promise.all(Object.values(relays ?? {}).map(relay => relay.stop()));
}, 30_000);

const there = () => ferries.copyKey('any').namespace;
const secret = (namespace: string | undefined, name: string, labels = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace, name, labels },
  data: { a: 'MQ==' },
});
const secretHere = (name: string) =>
  world.consumer.get(core.secrets, { namespace: here, name });
const secretThere = (name: string) =>
  world.provider.get(core.secrets, { namespace: there(), name });

const partitions: [string, Exclude<LinkState, 'whole'>, Side[]][] = [
  ['the app cluster is cut off', 'cut', ['consumer']],
  ['the control plane is cut off', 'cut', ['provider']],
  ['both are cut off', 'cut', ['consumer', 'provider']],
  ['the app cluster says nothing', 'held', ['consumer']],
  ['the control plane says nothing', 'held', ['provider']],
  ['both say nothing', 'held', ['consumer', 'provider']],
];

it.each(partitions)(
  'converges when %s for a while, and deletes only what users deleted',
  async (_what, line, sides) => {
    const of = (name: string) => `${name}-${line}-${sides.join('-')}`;
    for (const name of ['stays', 'changes', 'goes', 'reports', 'robbed']) {
      await ferries.create(of(name));
    }
    await world.consumer.create(
      core.secrets,
      secret(here, of('shared'), { share: 'yes' }),
    );
    await world.provider.create(core.secrets, secret(there(), of('login')));
    await eventually('the shared secret is up', () =>
      secretThere(of('shared')),
    );
    await eventually('the login is down', () => secretHere(of('login')));
    const uids = Object.fromEntries(
      await Promise.all(
        ['stays', 'changes', 'reports'].map(async name => [
          name,
          (await ferries.copy(of(name)))?.metadata.uid,
        ]),
      ),
    );
    const before = world.writes('provider').length;

    sides.forEach(side => relays[side].setLinkState(line));
    await ferries.patch(of('changes'), { spec: { plan: 'big' } });
    await ferries.delete(of('goes'));
    await world.consumer.create(
      ferries.resource,
      userObject(ferries.resource, of('new')),
    );
    await ferries.setStatus(of('reports'), { phase: 'Lost' });
    await ferries.setStatus(of('reports'), { phase: 'Found' });
    await ferries.deleteCopy(of('robbed'));
    await world.provider.mergePatch(
      core.secrets,
      { namespace: there(), name: of('login') },
      { data: { a: 'Mg==' } },
    );
    await world.consumer.mergePatch(
      core.secrets,
      { namespace: here, name: of('shared') },
      { data: { a: 'Mg==' } },
    );
    if (line === 'cut') {
      await eventually('the konnector has tried again and again', async () =>
        sides.every(side => relays[side].refused > 5),
      );
    }
    sides.forEach(side => relays[side].setLinkState('whole'));

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
    await eventually('the new login is down', async () => {
      const found = await secretHere(of('login'));
      return found?.data?.a === 'Mg==';
    });
    await eventually('the new shared secret is up', async () => {
      const found = await secretThere(of('shared'));
      return found?.data?.a === 'Mg==';
    });
    await ferries.waitForQueueDrained();
    expect(await ferries.copy(of('goes'))).toBeUndefined();
    for (const [name, uid] of Object.entries(uids)) {
      expect((await ferries.copy(of(name)))?.metadata.uid).toBe(uid);
    }
    const deletions = world
      .writes('provider')
      .slice(before)
      .filter(({ verb }) => verb === 'delete')
      .map(({ name }) => name);
    expect(new Set(deletions)).toEqual(new Set([of('goes')]));
    await eventually('the binding says that all is well', async () => {
      const conditions = await world.conditions('ferries.example.com');
      return ['Ready', 'Connected', 'Syncing', 'InformersSynced'].every(
        type => conditions[type] === 'True',
      );
    });
  },
  90_000,
);
