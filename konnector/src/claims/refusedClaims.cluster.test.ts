/** Claimed objects that a cluster refuses to take: what is there stays, and somebody is told; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
import { core, type Secret } from '@klutch/kube';
import { refuse } from '../testing/__testUtils__/admissionRules';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../testing/__testUtils__/thingCrd';
import { TwoClusters } from '../testing/__testUtils__/twoClusters';
import { UserView } from '../testing/__testUtils__/userView';

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
let world: TwoClusters;
let view: UserView;

beforeAll(async () => {
  world = await TwoClusters.start();
  view = new UserView(world, resourceOfCrd(crd));
  world.startKonnector();
  await world.serve(crd, claims);
  await view.create('first');
}, 90_000);
afterAll(() => world?.stop(), 30_000);

const make = (side: Side, name: string, data: Record<string, string>) =>
  world[side].create(core.secrets, secret(side, name, data));
const change = (side: Side, name: string, data: object) =>
  world[side].mergePatch(core.secrets, keyOn(side, name), { data });
const once = (
  side: Side,
  name: string,
  wanted: (secret: Secret) => unknown = () => true,
) =>
  eventually(`${name} of the ${side} is as wanted`, async () => {
    const found = await world[side].get(core.secrets, keyOn(side, name));
    return found && wanted(found) ? found : undefined;
  });
/** Secrets with bad data are refused until the returned function is called. */
const refuseBad = (side: Side) =>
  refuse(world[side], core.secrets, rule, () =>
    world[side].create(core.secrets, secret(side, 'probe', { bad: 'MQ==' }), {
      dryRun: true,
    }),
  );

describe('a copy that is made anew at every change', () => {
  it('stays as it is while the control plane would not take the new one', async () => {
    await make('consumer', 'remade', { a: 'MQ==' });
    const copy = await once('provider', 'remade');
    const accept = await refuseBad('provider');
    await change('consumer', 'remade', { bad: 'MQ==' });
    const told = await view.event('remade', 'Rejected');
    expect(told).toContain('no bad data');
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

describe("a provider's object that the app cluster does not take", () => {
  const served = (status: 'True' | 'False') =>
    eventually(
      `claims are served: ${status}`,
      async () => {
        const { items } = await world.consumer.list(world.bindingResource);
        return items[0]?.status?.conditions?.find(
          one => one.type === 'PermissionClaimsServed' && one.status === status,
        );
      },
      30_000,
    );

  it('is named by the binding until it is there', async () => {
    await served('True');
    const accept = await refuseBad('consumer');
    await make('provider', 'given', { bad: 'MQ==' });
    const { reason, message } = await served('False');
    expect(reason).toBe('ClaimNotServed');
    expect(message).toContain('1 cannot be kept in step: secrets team-a/given');
    expect(message).toContain('The app cluster rejected it');
    expect(message).toContain('no bad data');
    await accept();
    await change('provider', 'given', { more: 'MQ==' });
    await once('consumer', 'given');
    await served('True');
  }, 60_000);
});
