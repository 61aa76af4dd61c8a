/** Claimed objects of a type whose schemas differ: pruned fields cause no endless writes; on two real clusters. */
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
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const ticketCrd = testCrd('tickets', 'Ticket');
const tickets = resourceOfCrd(ticketCrd);
const claims: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1', selector: { owner: 'Consumer' } },
  {
    group: 'example.com',
    resource: 'tickets',
    version: 'v1',
    selector: { owner: 'Consumer' },
    update: { alwaysRecreate: true },
  },
];

/** CRD of the app cluster, with one more field than on the control plane. */
const wider = structuredClone(ticketCrd);
const spec = wider.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.spec;
Object.assign(spec?.properties ?? {}, { extra: { type: 'string' } });

let fixture: TwoClusterFixture;
let running: RunningKonnector;
beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  await installCrds(fixture.provider, [ticketCrd]);
  await installCrds(fixture.consumer, [wider]);
  running = fixture.startKonnector();
  await fixture.offerAndBind(crd, claims);
  await new UserView(fixture, resourceOfCrd(crd)).create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const providerKey = (name: string) => ({ namespace: 'cluster-x-team-a', name });
const written = (name: string) =>
  fixture
    .writes('provider')
    .filter(write => write.resource === 'tickets' && write.name === name)
    .map(({ verb }) => verb);
const copyOf = (name: string, plan: string) =>
  eventually(`${name} is on the control plane with plan ${plan}`, async () => {
    const copy = await fixture.provider.get(tickets, providerKey(name));
    return copy?.spec?.plan === plan ? copy : undefined;
  });
const create = (name: string) =>
  fixture.consumer.create(
    tickets,
    userObject(tickets, name, {
      plan: 'small',
      extra: 'pruned by the control plane',
    }),
  );

itLong(
  'is created once, and recreated only when the original changes',
  async () => {
    await create('one');
    const first = await copyOf('one', 'small');
    expect(first.spec).not.toHaveProperty('extra');
    const here = { namespace: 'team-a', name: 'one' };
    await fixture.consumer.mergePatch(tickets, here, {
      metadata: { labels: { team: 'a' } },
    });
    await running.stop();
    running = fixture.startKonnector();
    // A copy of the later object shows that the first one was reconciled.
    await create('two');
    await copyOf('two', 'small');
    await create('three');
    await copyOf('three', 'small');
    expect(written('one')).not.toContain('delete');
    expect((await copyOf('one', 'small')).metadata.uid).toBe(
      first.metadata.uid,
    );
    expect(written('one').length).toBeLessThanOrEqual(3);

    await fixture.consumer.mergePatch(tickets, here, { spec: { plan: 'big' } });
    const next = await copyOf('one', 'big');
    expect(next.metadata.uid).not.toBe(first.metadata.uid);
    await create('four');
    await copyOf('four', 'small');
    expect(written('one').filter(verb => verb === 'delete')).toHaveLength(1);
  },
  90_000,
);
