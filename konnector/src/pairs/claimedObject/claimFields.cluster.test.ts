/** Effects of the fields of claims, custom resources as claimed type, and secrets that are never read; on two real clusters. */
import type { PermissionClaim } from '@klutch/bind-api';
import { core, type Secret, type Unstructured } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import type { Call, Faults } from '../../testing/faults/FaultyClient';
import {
  installCrds,
  eventually,
} from '../../testing/__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd } from '../../testing/__testUtils__/thingCrd';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('bindings', 'Binding');
const partCrd = testCrd('parts', 'Part');
const parts = resourceOfCrd(partCrd);
const on = (
  owner: 'Provider' | 'Consumer',
  selector: PermissionClaim['selector'],
  more: Partial<PermissionClaim> = {},
): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  selector: { owner, ...selector },
  ...more,
});
const claims: PermissionClaim[] = [
  on(
    'Provider',
    { names: ['once', 'ousted'] },
    { onConflict: { recreateWhenConsumerSideDeleted: false } },
  ),
  on(
    'Provider',
    { names: ['replaced'] },
    { create: { replaceExisting: true } },
  ),
  on('Provider', { fieldSelectors: ['type=example.com/chosen'] }),
  {
    resource: 'configmaps',
    version: 'v1',
    selector: { owner: 'Provider', fieldSelectors: ['data.size=big'] },
  },
  on('Consumer', { names: ['adopted'] }, { autoAdopt: true }),
  on('Provider', { names: ['donated'] }, { autoDonate: true }),
  {
    group: 'example.com',
    resource: 'parts',
    version: 'v1',
    selector: { owner: 'Consumer' },
  },
];
const here = 'team-a';
const there = 'cluster-x-team-a';
const canary = Buffer.from('canary-of-nobody').toString('base64');
/** All requests and responses of the konnector. */
const requests: string[] = [];
const recordRequests: Faults = {
  before: (call: Call) => void requests.push(JSON.stringify(call)),
  answer: (_call, answer) => {
    requests.push(JSON.stringify(answer) ?? '');
    return answer;
  },
};
let fixture: TwoClusterFixture;
let view: UserView;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  view = new UserView(fixture, resourceOfCrd(crd));
  await installCrds(fixture.provider, [partCrd]);
  await installCrds(fixture.consumer, [partCrd]);
  fixture.startKonnector({
    connect: fixture.withFaults({
      provider: recordRequests,
      consumer: recordRequests,
    }),
  });
  await fixture.offerAndBind(crd, claims);
  await view.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

type Side = 'provider' | 'consumer';
const keyOn = (side: Side, name: string) => ({
  namespace: side === 'provider' ? there : here,
  name,
});
const get = (side: Side, name: string) =>
  fixture[side].get(core.secrets, keyOn(side, name));
const make = (side: Side, name: string, value: string, type = 'Opaque') =>
  fixture[side].create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: keyOn(side, name),
    type,
    data: { value: Buffer.from(value).toString('base64') },
  });
const valueOf = (secret: Secret | undefined) =>
  Buffer.from(secret?.data?.value ?? '', 'base64').toString();
const waitForSecret = (
  side: Side,
  name: string,
  wanted: (secret: Secret) => unknown = () => true,
) =>
  eventually(`${name} of the ${side} has the expected content`, async () => {
    const found = await get(side, name);
    return found && wanted(found) ? found : undefined;
  });
const ownerOf = ({ metadata }: Secret) =>
  metadata.annotations?.['klutch.anynines.com/resource-owner'];
const setValue = (side: Side, name: string, value: string) =>
  fixture[side].mergePatch(core.secrets, keyOn(side, name), {
    data: { value: Buffer.from(value).toString('base64') },
  });

describe('recreateWhenConsumerSideDeleted: false', () => {
  it('deletes the provider object when its copy is deleted', async () => {
    await make('provider', 'once', '1');
    await waitForSecret('consumer', 'once');
    await fixture.consumer.delete(core.secrets, keyOn('consumer', 'once'));
    await eventually(
      'the original is deleted',
      async () => (await get('provider', 'once')) === undefined,
    );
    expect(await get('consumer', 'once')).toBeUndefined();
  });

  it("keeps the provider object when the deleted object was the team's own", async () => {
    await make('consumer', 'ousted', 'of the team');
    await make('provider', 'ousted', 'of the provider');
    await view.waitForEvent('ousted', 'Conflict');
    await fixture.consumer.delete(core.secrets, keyOn('consumer', 'ousted'));
    const copy = await waitForSecret('consumer', 'ousted');
    expect(valueOf(copy)).toBe('of the provider');
    expect(valueOf(await get('provider', 'ousted'))).toBe('of the provider');
  });
});

describe('create.replaceExisting', () => {
  it('replaces the object of the team by that of the provider', async () => {
    await make('consumer', 'replaced', 'of the team');
    await make('provider', 'replaced', 'of the provider');
    const copy = await waitForSecret(
      'consumer',
      'replaced',
      found => valueOf(found) === 'of the provider',
    );
    expect(ownerOf(copy)).toBe('Provider');
  });
});

describe('selector.fieldSelectors', () => {
  it('are evaluated by the server', async () => {
    await make('provider', 'left', '1', 'example.com/other');
    await make('provider', 'chosen', '1', 'example.com/chosen');
    expect(valueOf(await waitForSecret('consumer', 'chosen'))).toBe('1');
    expect(await get('consumer', 'left')).toBeUndefined();
  });

  itLong(
    'are reported when the server does not support them',
    async () => {
      await fixture.provider.create(core.configMaps, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: keyOn('provider', 'unknown'),
        data: { size: 'big' },
      });
      const served = await eventually(
        'the binding reports the claim',
        async () => {
          const { items } = await fixture.consumer.list(
            fixture.bindingResource,
          );
          const found = items[0]?.status?.conditions?.find(
            ({ type, status }) =>
              type === 'PermissionClaimsServed' && status === 'False',
          );
          return found;
        },
        30_000,
      );
      expect(served.message).toContain(
        'The control plane cannot select configmaps by data.size=big',
      );
      await make('provider', 'chosen-3', '1', 'example.com/chosen');
      await waitForSecret('consumer', 'chosen-3');
    },
    60_000,
  );
});

describe('autoAdopt', () => {
  it('transfers an object of the team to the provider', async () => {
    await make('consumer', 'adopted', '1');
    await waitForSecret(
      'provider',
      'adopted',
      found => ownerOf(found) === 'Provider',
    );
    await waitForSecret(
      'consumer',
      'adopted',
      found => ownerOf(found) === 'Provider',
    );
    await setValue('provider', 'adopted', '2');
    const copy = await waitForSecret(
      'consumer',
      'adopted',
      found => valueOf(found) === '2',
    );
    expect(ownerOf(copy)).toBe('Provider');
  });
});

describe('autoDonate', () => {
  it('transfers an object of the provider to the team', async () => {
    await make('provider', 'donated', '1');
    await waitForSecret(
      'consumer',
      'donated',
      found => ownerOf(found) === 'Consumer',
    );
    await waitForSecret(
      'provider',
      'donated',
      found => ownerOf(found) === 'Consumer',
    );
    await setValue('consumer', 'donated', '2');
    const copy = await waitForSecret(
      'provider',
      'donated',
      found => valueOf(found) === '2',
    );
    expect(ownerOf(copy)).toBe('Consumer');
  });
});

describe('B15: secrets that no claim selects', () => {
  it('are never read on either side', async () => {
    await make('provider', 'private', 'canary-of-nobody');
    await make('consumer', 'private', 'canary-of-nobody');
    await make('provider', 'chosen-2', '1', 'example.com/chosen');
    await waitForSecret('consumer', 'chosen-2');
    expect(requests.some(text => text.includes('"private"'))).toBe(true);
    expect(requests.filter(text => text.includes(canary))).toEqual([]);
  });
});

describeLong('a custom resource as claimed type', () => {
  const part = (name: string): Unstructured => ({
    apiVersion: 'example.com/v1',
    kind: 'Part',
    metadata: { namespace: here, name },
    spec: { plan: 'small' },
  });
  const providerPart = (name: string) =>
    fixture.provider.get(parts, { namespace: there, name });
  const waitForCopy = (name: string) =>
    eventually(`${name} is on the control plane`, () => providerPart(name));

  it('is copied to the control plane, and server defaults cause no writes', async () => {
    await fixture.consumer.create(parts, part('wheel'));
    const copy = await waitForCopy('wheel');
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
    expect(
      fixture
        .writes('provider')
        .filter(({ name }) => name === 'wheel')
        .map(({ verb }) => verb),
    ).toEqual(['create']);
  });

  it('B17: deletes nothing when its CRD is deleted and installed again', async () => {
    for (const name of ['door', 'window']) {
      await fixture.consumer.create(parts, part(name));
      await waitForCopy(name);
    }
    const crds = core.customResourceDefinitions;
    const key = { name: 'parts.example.com' };
    await fixture.consumer.delete(crds, key);
    await eventually(
      'the CRD is deleted',
      async () => !(await fixture.consumer.get(crds, key)),
      30_000,
    );
    await installCrds(fixture.consumer, [partCrd]);
    for (const name of ['door', 'window']) {
      await fixture.provider.mergePatch(
        parts,
        { namespace: there, name },
        { spec: { plan: 'big' } },
      );
    }
    await eventually(
      'parts are copied to the control plane again',
      async () => {
        const name = `again-${Date.now()}`;
        await fixture.consumer.create(parts, part(name));
        return waitForCopy(name);
      },
    );
    expect(await providerPart('window')).toBeDefined();
    expect(await providerPart('door')).toBeDefined();
    const deletes = fixture
      .writes('provider')
      .filter(
        ({ verb, resource }) => verb === 'delete' && resource === 'parts',
      );
    expect(deletes).toEqual([]);
  }, 60_000);
});
