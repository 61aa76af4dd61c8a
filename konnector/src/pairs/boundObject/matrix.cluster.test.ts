/** C10-C15 and C40-C41 for every scope and isolation, and separation of tenants; on two real clusters. */
import { core, type Unstructured } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import type { Offering } from '../../testing/__testUtils__/FakeBackend';
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

const bound = 'klutch.anynines.com/bound';
const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const consumerCluster = 'klutch.anynines.com/consumer-cluster';

const crds = {
  locals: testCrd('locals', 'Local'),
  wides: testCrd('wides', 'Wide'),
  prefixeds: testCrd('prefixeds', 'Prefixed', 'Cluster'),
  inners: testCrd('inners', 'Inner', 'Cluster'),
  plains: testCrd('plains', 'Plain', 'Cluster'),
  shareds: testCrd('shareds', 'Shared', 'Cluster'),
};
const only: Record<string, Offering> = {
  wides: { informerScope: 'Cluster' },
  inners: { isolation: 'Namespaced' },
  plains: { isolation: 'None' },
  shareds: { isolation: 'None' },
};

let fixture: TwoClusterFixture;
let running: RunningKonnector;
const views = new Map<string, UserView>();
const viewOf = (plural: keyof typeof crds) => {
  const view =
    views.get(plural) ?? new UserView(fixture, resourceOfCrd(crds[plural]));
  views.set(plural, view);
  return view;
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({ only });
  running = fixture.startKonnector();
  await Promise.all(Object.values(crds).map(crd => fixture.offerAndBind(crd)));
  // Tests create copies in the service namespace, which exists from the first object on.
  await viewOf('locals').create('first');
}, 120_000);
afterAll(() => fixture?.stop(), 30_000);

/** The provider creates an object directly at the location of the copy of this name. */
const createOnProvider = (
  view: UserView,
  name: string,
  metadata: Unstructured['metadata'] = {},
) =>
  fixture.provider.create(
    view.providerResource,
    {
      ...userObject(view.resource, name, { plan: 'small', note: 'theirs' }),
      metadata: { ...view.copyKey(name), ...metadata },
    },
    { fieldManager: 'the-provider' },
  );

describe.each<[string, keyof typeof crds, Record<string, string>]>([
  ['namespaced, watched by service namespace', 'locals', {}],
  ['namespaced, watched as a whole', 'wides', {}],
  [
    'cluster-scoped, isolation Prefixed',
    'prefixeds',
    { [clusterNamespace]: 'cluster-x' },
  ],
  ['cluster-scoped, isolation Namespaced', 'inners', {}],
  [
    'cluster-scoped, isolation None',
    'plains',
    { [clusterNamespace]: 'cluster-x' },
  ],
])('%s', (_scope, plural, annotations) => {
  let view: UserView;
  beforeAll(() => {
    view = viewOf(plural);
  });

  const copyNames = async () => {
    const { items } = await fixture.provider.list(view.providerResource);
    return items.map(({ metadata }) => metadata.name);
  };
  /** Names of the copies that did not exist before. */
  const copyNamesSince = async (
    before: Awaited<ReturnType<typeof copyNames>>,
  ) => (await copyNames()).filter(name => !before.includes(name));

  /** The provider creates an object, which the konnector adopts; returns the object on the app cluster. */
  const adopt = async (
    name: string,
    metadata: Unstructured['metadata'] = {},
  ) => {
    await createOnProvider(view, name, {
      ...metadata,
      annotations: { ...annotations, ...metadata.annotations },
    });
    const object = await view.waitForObject(name, () => true);
    await view.waitForCopy(
      name,
      ({ metadata: { annotations: marks } }) => marks?.[bound],
    );
    return object;
  };

  it('C10: an object appears once on the control plane', async () => {
    const before = await copyNames();
    const copy = await view.create('created');
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
    expect(copy.metadata.annotations).toMatchObject({
      ...annotations,
      [bound]: 'true',
    });
    expect(await copyNamesSince(before)).toEqual([copy.metadata.name]);
  });

  it('C11: a deleted copy is recreated', async () => {
    const first = await view.create('recreated');
    await view.deleteCopy('recreated');
    const second = await view.waitForCopy(
      'recreated',
      ({ metadata }) => metadata.uid !== first.metadata.uid,
    );
    expect(second.spec).toEqual(first.spec);
  });

  it('C12: a changed spec is synced to the copy', async () => {
    await view.create('changed');
    await view.patch('changed', { spec: { plan: 'big' } });
    const copy = await view.waitForCopy(
      'changed',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.spec).toEqual({ plan: 'big', size: 1 });
  });

  it('C13: a status is synced to the object', async () => {
    await view.create('reported');
    await view.setStatus('reported', { phase: 'Ready' });
    const object = await view.waitForObject('reported', ({ status }) => status);
    expect(object.status).toEqual({ phase: 'Ready' });
  });

  it('C14: a spec changed on the control plane is reverted', async () => {
    await view.create('reverted');
    const { metadata } = await view.patchCopy('reverted', {
      spec: { plan: 'free' },
    });
    const copy = await view.waitForCopy(
      'reverted',
      ({ spec }) => spec?.plan === 'small',
    );
    expect(copy.metadata.uid).toBe(metadata.uid);
  });

  it('C15: deleting an object deletes its copy', async () => {
    await view.create('short-lived');
    await view.delete('short-lived');
    await view.waitForObjectDeleted('short-lived');
    expect(await view.copy('short-lived')).toBeUndefined();
  });

  it('C40: an object created directly by the provider appears on the app cluster', async () => {
    const object = await adopt('theirs', {
      annotations: { 'example.com/note': 'x' },
      labels: { tier: 'gold' },
      finalizers: ['example.com/teardown'],
    });
    expect(object.spec).toEqual({ plan: 'small', note: 'theirs', size: 1 });
    expect(object.metadata.annotations).toMatchObject({
      [bound]: 'true',
      'example.com/note': 'x',
    });
    expect(object.metadata.labels).toEqual({ tier: 'gold' });
    expect(object.metadata.finalizers).toEqual(['klutch.anynines.com/syncer']);
    const copy = await view.copy('theirs');
    expect(copy?.metadata.finalizers).toEqual(['example.com/teardown']);
    await view.setStatus('theirs', { phase: 'Ready' });
    await view.waitForObject(
      'theirs',
      ({ status }) => status?.phase === 'Ready',
    );
    // A write is recorded with its response, which may follow the event that shows the write.
    await eventually(
      'both writes are recorded',
      async () => view.writesTo('consumer', 'theirs').length >= 2,
    );
    // Created with one write, followed by the status.
    expect(view.writesTo('consumer', 'theirs').slice(0, 2)).toEqual([
      'create',
      'patch status',
    ]);
  });

  it('B22: an adopted object is authoritative for the content of its copy', async () => {
    await adopt('authoritative');
    await view.patch('authoritative', { spec: { plan: 'big', note: null } });
    const copy = await view.waitForCopy(
      'authoritative',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.spec).toEqual({ plan: 'big', size: 1 });
  });

  it('C41: deleting own and adopted objects deletes their copies, and they stay deleted', async () => {
    const before = await copyNames();
    await Promise.all([view.create('own'), adopt('adopted')]);
    for (const name of ['own', 'adopted']) await view.delete(name);
    for (const name of ['own', 'adopted'])
      await view.waitForObjectDeleted(name);
    expect(await copyNamesSince(before)).toEqual([]);
    // A new object is synced after all earlier events.
    await view.create('after-them');
    expect(await view.object('adopted')).toBeUndefined();
    expect(await copyNamesSince(before)).toEqual([
      view.copyKey('after-them').name,
    ]);
  });

  itLong('adopts after a restart, too', async () => {
    await running.stop();
    await createOnProvider(view, 'meanwhile', { annotations });
    running = fixture.startKonnector();
    const object = await view.waitForObject('meanwhile', () => true);
    expect(object.spec?.note).toBe('theirs');
  });

  itLong('never recreates an object whose copy is left', async () => {
    await view.create('orphaned');
    await running.stop();
    await view.patch('orphaned', { metadata: { finalizers: null } });
    await view.delete('orphaned');
    await view.waitForObjectDeleted('orphaned');
    running = fixture.startKonnector();
    await view.waitForQueueDrained();
    expect(await view.object('orphaned')).toBeUndefined();
    expect(await view.copy('orphaned')).toBeDefined();
  });

  itLong(
    "takes over an object that the reference's konnector adopted",
    async () => {
      await running.stop();
      // The reference leaves the origin without a mark (B13), and copies all
      // annotations to the object.
      await createOnProvider(view, 'by-reference', { annotations });
      await fixture.consumer.create(
        view.resource,
        {
          ...userObject(view.resource, 'by-reference', {
            plan: 'small',
            note: 'theirs',
          }),
          metadata: {
            ...view.key('by-reference'),
            annotations: { [bound]: 'true' },
          },
        },
        { fieldManager: 'konnector' },
      );
      running = fixture.startKonnector();
      await view.waitForCopy(
        'by-reference',
        ({ metadata }) => metadata.annotations?.[consumerCluster],
      );
      await view.patch('by-reference', { spec: { note: null } });
      await view.waitForCopy('by-reference', ({ spec }) => !spec?.note);
      expect(await view.eventCount('by-reference', 'Conflict')).toBe(0);
      await view.delete('by-reference');
      await view.waitForObjectDeleted('by-reference');
      expect(await view.copy('by-reference')).toBeUndefined();
    },
  );
});

describe('tenants whose cluster namespaces have the same prefix', () => {
  const annotations = { [bound]: 'true', [clusterNamespace]: 'cluster-x-b' };

  it('keep their own copies: the mark decides, not the name', async () => {
    const view = viewOf('prefixeds');
    // For cluster-x-b the object is "own"; for cluster-x it would be "b-own".
    // The reference created it.
    expect(view.copyKey('b-own').name).toBe('cluster-x-b-own');
    await createOnProvider(view, 'b-own', { annotations });
    await fixture.consumer.create(
      view.resource,
      userObject(view.resource, 'b-own', { plan: 'big' }),
    );
    expect(await view.waitForEvent('b-own', 'Conflict')).toContain(
      'another app cluster',
    );
    await view.delete('b-own');
    await view.waitForObjectDeleted('b-own');
    expect((await view.copy('b-own'))?.spec?.plan).toBe('small');
    await view.deleteCopy('b-own');
  });

  it('ignore what is not marked for them', async () => {
    const view = viewOf('prefixeds');
    await createOnProvider(view, 'b-new', {
      annotations: { [clusterNamespace]: 'cluster-x-b' },
    });
    await createOnProvider(view, 'unmarked');
    await view.waitForQueueDrained();
    expect(await view.object('b-new')).toBeUndefined();
    expect(await view.object('unmarked')).toBeUndefined();
  });
});

describe('isolation None', () => {
  it('serves one app cluster only: the first one', async () => {
    const view = viewOf('shareds');
    await running.stop();
    await createOnProvider(view, 'theirs', {
      annotations: { [bound]: 'true', [consumerCluster]: 'another' },
    });
    running = fixture.startKonnector();
    await fixture.consumer.create(
      view.resource,
      userObject(view.resource, 'mine'),
    );
    expect(await view.waitForEvent('mine', 'Conflict')).toContain(
      'one app cluster',
    );
    expect(await view.copy('mine')).toBeUndefined();
    const connected = (expected: string) =>
      eventually(`the binding is ${expected}`, async () => {
        const { Connected } = await fixture.conditions('shareds.example.com');
        return Connected === expected;
      });
    await connected('False/APIServiceExportInvalid');
    await view.deleteCopy('theirs');
    await view.waitForCopy('mine', () => true);
    await connected('True');
    expect(await view.waitForEvent('mine', 'Synced')).toBeDefined();
  });
});

describe('names that are too long for the control plane', () => {
  it('are reported, for a cluster-scoped object in the namespace default', async () => {
    const view = viewOf('prefixeds');
    const name = 'x'.repeat(250);
    await fixture.consumer.create(
      view.resource,
      userObject(view.resource, name, {}),
    );
    expect(await view.waitForEvent(name, 'NameTooLong')).toContain(
      'at most 243 characters',
    );
    await view.delete(name);
    await view.waitForObjectDeleted(name);
  });

  it('are reported, for the namespace of an object', async () => {
    const namespace = 'n'.repeat(60);
    await fixture.consumer.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    const view = new UserView(fixture, resourceOfCrd(crds.locals), namespace);
    await fixture.consumer.create(
      view.resource,
      userObject(view.resource, 'far', {}, namespace),
    );
    expect(await view.waitForEvent('far', 'NameTooLong')).toContain(
      'at most 53 characters',
    );
  });
});
