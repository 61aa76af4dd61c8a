/** Objects under permission claims of cluster-scoped types, of both owners, in every isolation; on two real clusters. */
import type { ClusterScopedIsolation } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { createOnProvider } from '../../testing/__testUtils__/claimLifecycles';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import type { Offering } from '../../testing/__testUtils__/FakeBackend';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import {
  claimOn,
  ClusterScopedTypes,
} from './__testUtils__/ClusterScopedTypes';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const owner = 'klutch.anynines.com/resource-owner';
/** An API and the types that it claims. */
const fixtures = {
  Prefixed: { api: 'gears', ups: 'zones', downs: 'tiers' },
  Namespaced: { api: 'inners', ups: 'cells', downs: 'slots' },
  None: { api: 'plains', ups: 'fields', downs: 'hills' },
};
const isolations = Object.keys(fixtures) as ClusterScopedIsolation[];
const only: Record<string, Offering> = {};
for (const isolation of isolations) {
  for (const plural of Object.values(fixtures[isolation])) {
    only[plural] = { isolation };
  }
}
let types: ClusterScopedTypes;
let fixture: TwoClusterFixture;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({ only });
  fixture.startKonnector();
  types = new ClusterScopedTypes(fixture);
  const all = Object.values(fixtures);
  await types.install(all.flatMap(({ ups, downs }) => [ups, downs]));
  for (const { api, ups, downs } of all) {
    await types.offerAndBind(api, [
      claimOn(ups, 'Consumer'),
      claimOn(downs, 'Provider'),
    ]);
  }
  await Promise.all(
    all.map(({ api }) => fixture.waitForReady(`${api}.example.com`)),
  );
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

const planOf = ({ spec }: Unstructured) =>
  (spec as Record<string, unknown>).plan;
const setPlan = (plan: string) => ({ spec: { plan } });
const isRecreated =
  (before: Unstructured | undefined) =>
  ({ metadata }: Unstructured) =>
    metadata.uid !== before?.metadata.uid;

describe.each(isolations)('isolation %s', isolation => {
  const marks: Record<string, string> =
    isolation === 'Namespaced' ? {} : { [clusterNamespace]: 'cluster-x' };

  it('C30-C34: consumer-owned objects are copied, updated, reverted and deleted on the control plane', async () => {
    const view = types.view(fixtures[isolation].ups);
    const copy = await view.create('a');
    expect(copy.metadata.annotations).toMatchObject({
      ...marks,
      [owner]: 'Consumer',
    });
    await view.patch('a', setPlan('big'));
    await view.waitForCopy('a', found => planOf(found) === 'big');
    await view.patchCopy('a', setPlan('theirs'));
    await view.waitForCopy('a', found => planOf(found) === 'big');
    await view.deleteCopy('a');
    await view.waitForCopy('a', isRecreated(copy));
    await view.delete('a');
    await eventually(
      'the copy is deleted',
      async () => (await view.copy('a')) === undefined,
    );
  });

  it('C20-C24: provider-owned objects are copied, updated, reverted and deleted on the app cluster', async () => {
    const view = types.view(fixtures[isolation].downs);
    await createOnProvider(view, 'a', { annotations: marks });
    const copy = await view.waitForObject('a', () => true);
    expect(copy.metadata.annotations?.[owner]).toBe('Provider');
    await view.patchCopy('a', setPlan('big'));
    await view.waitForObject('a', found => planOf(found) === 'big');
    await view.patch('a', setPlan('mine'));
    await view.waitForObject('a', found => planOf(found) === 'big');
    await view.delete('a');
    await view.waitForObject('a', isRecreated(copy));
    await view.deleteCopy('a');
    await view.waitForObjectDeleted('a');
  });
});

describe.each(['Prefixed', 'None'] as const)('isolation %s', isolation => {
  it('objects without the mark of this app cluster are changed on neither side', async () => {
    const { ups, downs } = fixtures[isolation];
    const down = types.view(downs);
    await createOnProvider(down, 'unmarked', { annotations: {} });
    await createOnProvider(down, 'theirs', {
      annotations: { [clusterNamespace]: 'cluster' },
    });
    await createOnProvider(down, 'sentinel', {
      annotations: { [clusterNamespace]: 'cluster-x' },
    });
    await down.waitForObject('sentinel', () => true);
    expect(await down.object('unmarked')).toBeUndefined();
    expect(await down.object('theirs')).toBeUndefined();
    expect(down.writesTo('provider', 'unmarked')).toEqual([]);

    const up = types.view(ups);
    await up.create('first');
    await createOnProvider(up, 'taken', { annotations: {} });
    await up.submit('taken', { plan: 'mine' });
    expect(await up.waitForEvent('taken', 'Conflict')).toContain(
      clusterNamespace,
    );
    expect(up.writesTo('provider', 'taken')).toEqual([]);
  });
});

describe('names that are too long for the control plane', () => {
  it('are reported in an Event', async () => {
    const view = types.view(fixtures.Prefixed.ups);
    const name = 'x'.repeat(250);
    await view.submit(name);
    expect(await view.waitForEvent(name, 'NameTooLong')).toContain(
      'at most 243 characters',
    );
  });
});
