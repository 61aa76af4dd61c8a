/** Two shards for one app cluster: all bindings of one cluster namespace belong to one shard; on two real clusters. */
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { PermissionClaim } from '@klutch/bind-api';
import { core } from '@klutch/kube';
import { connect, type Connect } from '../access/connect';
import { thingBinding } from '../testing/objects';
import { applyAll, eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';
import { isInShard } from '../leaderElection/shard';

const things = testCrd('things', 'Thing');
const others = testCrd('others', 'Other');
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
const shards = [0, 1].map(index => ({ index, of: 2 }));
const plain: PermissionClaim = {
  resource: 'configmaps',
  version: 'v1',
  selector: { owner: 'Provider', names: ['db'] },
};
const labelled: PermissionClaim = {
  ...plain,
  update: { labels: [{ pattern: 'team' }] },
};
let fixture: TwoClusterFixture;

const shardOf = (secret: string) => {
  const binding = thingBinding();
  if (binding.spec) binding.spec.kubeconfigSecretRef.name = secret;
  return shards.find(shard => isInShard(shard, binding));
};

/** A second kubeconfig for the cluster namespace, in a secret whose name belongs to the other shard. */
async function secondSecret() {
  const { kubeconfigSecret: first } = fixture;
  const name = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].find(
    each => shardOf(each) !== shardOf(first.name),
  );
  const secret = fixture.secretWith(await fixture.tenantKubeconfig());
  await applyAll(fixture.consumer, [
    { ...secret, metadata: { namespace: first.namespace, name } },
  ]);
  return { ...first, name: name ?? '' };
}

const named =
  (userAgent: string): Connect =>
  (config, options) =>
    connect(config, { ...options, userAgent });
const startShards = () =>
  shards.map(shard =>
    fixture.startKonnector({
      lease,
      shard,
      connect: named(`shard-${shard.index}`),
    }),
  );
const waitForLeases = () =>
  eventually('both shards hold their leases', async () => {
    const leases = await Promise.all(
      shards.map(({ index }) =>
        fixture.consumer.get(core.leases, {
          namespace: lease.namespace,
          name: `klutch-bind-${index}-of-2`,
        }),
      ),
    );
    return leases.every(found => found?.spec?.holderIdentity);
  });
beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  await fixture.offer(things, [labelled]);
  await fixture.offer(others, [plain]);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

itLong(
  'one of two leading shards syncs all bindings of a cluster namespace',
  async () => {
    const konnectors = startShards();
    await waitForLeases();
    await fixture.bind(things, [{ ...labelled, state: 'Accepted' }]);
    const second = await secondSecret();
    const other = { namespace: 'klutch-bind', name: 'others.example.com' };
    await fixture.consumer.create(fixture.bindingResource, {
      apiVersion: 'klutch.anynines.com/v1alpha1',
      kind: 'APIServiceBinding',
      metadata: other,
      spec: {
        kubeconfigSecretRef: second,
        permissionClaims: [{ ...plain, state: 'Accepted' }],
      },
    });
    await fixture.waitForReady('things.example.com');
    await fixture.waitForReady(other.name);
    const view = new UserView(fixture, resourceOfCrd(things));
    await view.waitForQueueDrained();
    for (const { konnector } of konnectors) {
      await eventually(
        'the konnector is ready',
        async () => konnector.health().ready,
      );
    }

    const writes = () => [
      ...fixture.writes('consumer'),
      ...fixture.writes('provider'),
    ];
    const from = new Date();
    await fixture.provider.create(core.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...view.copyKey('db'), labels: { team: 'a' } },
    });
    await eventually('the config map is copied', () =>
      fixture.consumer.get(core.configMaps, {
        namespace: 'team-a',
        name: 'db',
      }),
    );
    await view.waitForQueueDrained();
    await new UserView(fixture, resourceOfCrd(others)).waitForQueueDrained();
    const shared = ['leases', 'customresourcedefinitions'];
    const busy = writes()
      .filter(({ at }) => at >= from)
      .filter(({ resource }) => !shared.includes(resource));
    expect(new Set(busy.map(({ agent }) => agent)).size).toBe(1);
    const quiet = writes().filter(({ name }) => name === 'db');
    for (let round = 0; round < 3; round += 1) await view.waitForQueueDrained();
    expect(writes().filter(({ name }) => name === 'db')).toEqual(quiet);
    await Promise.all(konnectors.map(konnector => konnector.stop()));
  },
  90_000,
);

itLong(
  'shards write nothing while a konnector without shards is active, and lead once it has ended',
  async () => {
    const alone = fixture.startKonnector({ lease, connect: named('alone') });
    const view = new UserView(fixture, resourceOfCrd(things));
    await view.create('first');
    await eventually('the object is synced', () => view.copy('first'));
    const from = new Date();
    const konnectors = startShards();
    await waitForLeases();
    for (const { konnector } of konnectors) {
      await eventually(
        'the shard is ready',
        async () => konnector.health().ready,
      );
    }
    await view.create('second');
    await eventually('the object is synced', () => view.copy('second'));
    const agents = () =>
      [...fixture.writes('consumer'), ...fixture.writes('provider')]
        .filter(({ at, resource }) => at >= from && resource !== 'leases')
        .map(({ agent }) => agent);
    expect(agents()).not.toContainEqual(expect.stringMatching(/^shard-/));
    await alone.stop();
    await view.create('third');
    await eventually('the object is synced', () => view.copy('third'));
    expect(agents()).toContainEqual(expect.stringMatching(/^shard-/));
    await Promise.all(konnectors.map(konnector => konnector.stop()));
  },
  90_000,
);
