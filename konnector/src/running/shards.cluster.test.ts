/** Two shards at work for one app cluster: a binding and all that belongs to it is worked on by one of them. */
import { core } from '@klutch/kube';
import { connect } from '../controlPlane/connect';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusters } from '../testing/__testUtils__/twoClusters';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('things', 'Thing');
const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };
const agents = ['shard-0', 'shard-1'];
let world: TwoClusters;

beforeAll(async () => {
  world = await TwoClusters.start();
  await world.offer(crd);
}, 90_000);
afterAll(() => world?.stop(), 30_000);

it('gives a binding to one of two shards, and both lead', async () => {
  const konnectors = agents.map((userAgent, index) =>
    world.startKonnector({
      lease,
      shard: { index, of: 2 },
      connect: (config, options) => connect(config, { ...options, userAgent }),
    }),
  );
  await eventually('both lead', async () => {
    const leases = await Promise.all(
      [0, 1].map(index =>
        world.consumer.get(core.leases, {
          namespace: lease.namespace,
          name: `klutch-bind-${index}-of-2`,
        }),
      ),
    );
    return leases.every(found => found?.spec?.holderIdentity);
  });
  await world.bind(crd);
  await world.ready('things.example.com');
  await new UserView(world, resourceOfCrd(crd)).create('one');
  for (const { konnector } of konnectors) {
    await eventually('it is ready', async () => konnector.health().ready);
  }

  const shared = ['leases', 'customresourcedefinitions'];
  const busy = [...world.writes('consumer'), ...world.writes('provider')]
    .filter(({ resource }) => !shared.includes(resource))
    .map(({ agent }) => agent);
  expect(new Set(busy).size).toBe(1);
  await Promise.all(konnectors.map(konnector => konnector.stop()));
}, 90_000);
