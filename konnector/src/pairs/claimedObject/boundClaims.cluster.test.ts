/** Claims on bound APIs, whose objects only their own binding syncs; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  installCrds,
  eventually,
} from '../../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const owner = 'klutch.anynines.com/resource-owner';
const things = testCrd('things', 'Thing');
const parts = testCrd('parts', 'Part');
const claimOn = (resource: string): PermissionClaim => ({
  group: 'example.com',
  resource,
  version: 'v1',
  selector: { owner: 'Provider' },
  create: { replaceExisting: true },
});
const claims = [claimOn('things'), claimOn('parts')];
let fixture: TwoClusterFixture;

/** Accepts the wanted claims and rejects all others. */
const accept = (isWanted: (claim: PermissionClaim) => boolean) =>
  fixture.bind(
    things,
    claims.map(claim => ({
      ...claim,
      state: isWanted(claim) ? 'Accepted' : 'Rejected',
    })),
  );

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  fixture.startKonnector();
  await installCrds(fixture.provider, [parts]);
  await installCrds(fixture.consumer, [parts]);
  await fixture.offer(things, claims);
  await accept(() => true);
  await eventually('the API is served', async () => {
    const { SchemaInSync } = await fixture.conditions('things.example.com');
    return SchemaInSync === 'True';
  });
  // The service namespace exists for both tests.
  await new UserView(fixture, resourceOfCrd(things)).create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** The condition names the first claim that is not served, once the failure has lasted for 10 s. */
const waitForMessage = (text: string) =>
  eventually(
    `the condition contains: ${text}`,
    async () => {
      const { items } = await fixture.consumer.list(fixture.bindingResource);
      return items.some(({ status }) =>
        status?.conditions?.some(
          ({ reason, message }) =>
            reason === 'ClaimNotServed' && message?.includes(text),
        ),
      );
    },
    30_000,
  );

itLong(
  'a claim of a binding on its own API is reported as not served, and the objects are synced by the binding',
  async () => {
    await accept(() => true);
    const view = new UserView(fixture, resourceOfCrd(things));
    await view.create('a');
    await view.patch('a', { spec: { plan: 'big' } });
    await view.waitForCopy('a', ({ spec }) => Object(spec).plan === 'big');
    await waitForMessage('The claim on things.example.com is not served');
    expect(view.writesTo('provider', 'a')).toHaveLength(2);
    expect((await view.object('a'))?.metadata.annotations).not.toHaveProperty([
      owner,
    ]);
  },
  60_000,
);

itLong(
  'a claim on an API that is bound later stops being served, and is served again after unbinding',
  async () => {
    const view = new UserView(fixture, resourceOfCrd(parts));
    const createOnProvider = (name: string) =>
      fixture.provider.create(view.resource, {
        ...userObject(view.resource, name),
        metadata: view.copyKey(name),
      });
    const key = { namespace: 'klutch-bind', name: 'parts.example.com' };
    await createOnProvider('a');
    await view.waitForObject(
      'a',
      ({ metadata }) => metadata.annotations?.[owner],
    );

    await accept(({ resource }) => resource === 'parts');
    await fixture.offer(parts);
    await fixture.bind(parts);
    await waitForMessage('The claim on parts.example.com is not served');
    await createOnProvider('b');

    await fixture.consumer.delete(fixture.bindingResource, key);
    await view.waitForObject('b', () => true);
    expect(
      await fixture.consumer.get(fixture.bindingResource, key),
    ).toBeUndefined();
  },
  60_000,
);
