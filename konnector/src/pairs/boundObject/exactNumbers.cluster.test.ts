/** Integers beyond 2^53, which JavaScript cannot represent: none is changed when synced, and none blocks a status. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('things', 'Thing');
const large = 2 ** 53;
const inexactNumbers = true;
let fixture: TwoClusterFixture;
let things: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  fixture.startKonnector();
  await fixture.offerAndBind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

itLong(
  'reports to the owner which field of the spec cannot be synced',
  async () => {
    await fixture.consumer.create(
      things.resource,
      userObject(things.resource, 'large', { size: large }),
      { inexactNumbers },
    );
    expect(await things.waitForEvent('large', 'Rejected')).toContain(
      'spec.size',
    );
    expect(await things.copy('large')).toBeUndefined();
  },
);

itLong('syncs a status that contains one', async () => {
  await things.create('rounded');
  await fixture.provider.mergePatch(
    things.providerResource,
    things.copyKey('rounded'),
    { status: { phase: 'Ready', bytes: large } },
    { subresource: 'status', inexactNumbers },
  );
  const { status } = await things.waitForObject(
    'rounded',
    object => object.status?.phase === 'Ready',
  );
  expect(status?.bytes).toBe(large);
  await things.waitForQueueDrained();
  // The rounded number in the app cluster does not cause repeated writes.
  expect(things.writesTo('consumer', 'rounded')).toEqual([
    'patch',
    'patch status',
  ]);
});
