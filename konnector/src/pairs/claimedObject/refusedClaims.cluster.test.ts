/** Claimed objects that a cluster rejects: existing copies stay, and the rejection is reported; on two real clusters. */
import type { Condition, PermissionClaim } from '@klutch/bind-api';
import { core, type Secret } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { denyWrites } from '../../testing/__testUtils__/admissionRules';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const claims: PermissionClaim[] = [
  {
    resource: 'secrets',
    version: 'v1',
    selector: { owner: 'Consumer', names: ['remade'] },
    update: { alwaysRecreate: true },
  },
  {
    resource: 'secrets',
    version: 'v1',
    selector: { owner: 'Provider', names: ['given'] },
  },
];
const rule = {
  rule: "!has(object.data) || !('bad' in object.data)",
  message: 'no bad data',
};
type Side = 'provider' | 'consumer';
const keyOn = (side: Side, name: string) => ({
  namespace: side === 'provider' ? 'cluster-x-team-a' : 'team-a',
  name,
});
const secret = (side: Side, name: string, data: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: keyOn(side, name),
  data,
});
let fixture: TwoClusterFixture;
let view: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  view = new UserView(fixture, resourceOfCrd(crd));
  fixture.startKonnector();
  await fixture.offerAndBind(crd, claims);
  await view.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const make = (side: Side, name: string, data: Record<string, string>) =>
  fixture[side].create(core.secrets, secret(side, name, data));
const change = (side: Side, name: string, data: object) =>
  fixture[side].mergePatch(core.secrets, keyOn(side, name), { data });
const once = (
  side: Side,
  name: string,
  wanted: (secret: Secret) => unknown = () => true,
) =>
  eventually(`${name} of the ${side} has the expected content`, async () => {
    const found = await fixture[side].get(core.secrets, keyOn(side, name));
    return found && wanted(found) ? found : undefined;
  });
/** Rejects secrets with bad data until the returned function is called. */
const refuseBad = (side: Side) =>
  denyWrites(fixture[side], core.secrets, rule, () =>
    fixture[side].create(core.secrets, secret(side, 'probe', { bad: 'MQ==' }), {
      dryRun: true,
    }),
  );

describeLong('a copy that is recreated at every change', () => {
  it('is kept while the control plane rejects the new one', async () => {
    await make('consumer', 'remade', { a: 'MQ==' });
    const copy = await once('provider', 'remade');
    const accept = await refuseBad('provider');
    await change('consumer', 'remade', { bad: 'MQ==' });
    const event = await view.waitForEvent('remade', 'Rejected');
    expect(event).toContain('no bad data');
    expect((await once('provider', 'remade')).metadata).toEqual(copy.metadata);
    await accept();
    await change('consumer', 'remade', { bad: null, b: 'Mg==' });
    const { metadata } = await once(
      'provider',
      'remade',
      ({ data }) => data?.b,
    );
    expect(metadata.uid).not.toBe(copy.metadata.uid);
  });
});

describeLong("a provider's object that the app cluster rejects", () => {
  /** Waits for the condition `RefusedObjects`, and returns all conditions of the binding. */
  const conditionsOnce = (
    what: string,
    wanted: (refused: Condition | undefined) => boolean,
  ) =>
    eventually(
      what,
      async () => {
        const { items } = await fixture.consumer.list(fixture.bindingResource);
        const found = items[0]?.status?.conditions ?? [];
        const of = (type: string) => found.find(one => one.type === type);
        return wanted(of('RefusedObjects')) ? of : undefined;
      },
      30_000,
    );

  it('is listed by the binding until it is copied, and the binding stays ready', async () => {
    const accept = await refuseBad('consumer');
    await make('provider', 'given', { bad: 'MQ==' });
    const of = await conditionsOnce('the binding lists the object', Boolean);
    expect(of('RefusedObjects')).toMatchObject({
      status: 'True',
      reason: 'WritesRefused',
    });
    const { message } = of('RefusedObjects') ?? {};
    expect(message).toContain('1 cannot be synced: secrets team-a/given');
    expect(message).toContain(
      'secrets team-a/given: The app cluster rejected the object',
    );
    expect(message).toContain('no bad data');
    expect(of('PermissionClaimsServed')?.status).toBe('True');
    expect(of('Ready')?.status).toBe('True');

    await accept();
    await change('provider', 'given', { more: 'MQ==' });
    await once('consumer', 'given');
    const then = await conditionsOnce('no object is listed', now => !now);
    expect(then('Ready')?.status).toBe('True');
  }, 60_000);
});
