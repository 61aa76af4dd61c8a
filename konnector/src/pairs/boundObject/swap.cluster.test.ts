/**
 * Switching from the reference's konnector to ours and back, on objects in the
 * forms it leaves behind; on two real clusters.
 */
import type { Unstructured } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
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

const crd = testCrd('things', 'Thing');
const bound = 'klutch.anynines.com/bound';
const foreign = 'finalizer.apiextensions.crossplane.io';
let fixture: TwoClusterFixture;
let things: UserView;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector();
  await fixture.offerAndBind(crd);
  await things.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** Runs while our konnector is stopped. */
const meanwhile = async (work: () => Promise<unknown>) => {
  await running.stop();
  await work();
  running = fixture.startKonnector();
  await eventually(
    'the konnector is ready',
    async () => running.konnector.health().ready,
  );
  await things.waitForQueueDrained();
};

/** The copy once it has our marks: the queue lets a later object overtake one whose write takes long. */
const copyOfOurs = (name: string) =>
  things.waitForCopy(
    name,
    ({ metadata }) =>
      metadata.annotations?.['klutch.anynines.com/applied-hash'] !== undefined,
  );

type Spec = Record<string, unknown>;

/** Operations of the reference's konnector; names and requests as recorded in the specification of the protocol. */
const reference = {
  /** A user's object and the copy that the reference POSTs. */
  async creates(name: string, spec: Spec, metadata: object = {}) {
    const object = userObject(things.resource, name, spec);
    await fixture.consumer.create(things.resource, {
      ...object,
      metadata: {
        ...object.metadata,
        ...metadata,
        finalizers: ['klutch.anynines.com/syncer'],
      },
    });
    await fixture.provider.create(
      things.resource,
      {
        ...object,
        metadata: {
          ...things.copyKey(name),
          ...metadata,
          annotations: { [bound]: 'true' },
        },
      },
      { fieldManager: 'konnector' },
    );
  },
  /** A later change of the spec: the reference applies the whole copy, with all fields of other managers. */
  async updates(name: string, spec: Spec) {
    const { status: _status, ...copy } = (await things.copy(name))!;
    const { managedFields: _fields, ...metadata } = copy.metadata;
    await fixture.provider.apply(
      things.resource,
      {
        ...copy,
        metadata: {
          ...metadata,
          annotations: { ...metadata.annotations, [bound]: 'true' },
        },
        spec,
      } as Unstructured & { metadata: { name: string } },
      { fieldManager: 'klutch.anynines.com', force: true },
    );
  },
};

const provider = {
  /** Crossplane starts to handle a claim. */
  startsHandling: (name: string) =>
    things.patchCopy(name, {
      metadata: {
        finalizers: [foreign],
        annotations: { 'crossplane.io/external-name': 'x' },
      },
      spec: { resourceRef: { name: 'x' } },
    }),
  removeFinalizers: (name: string) =>
    things.patchCopy(name, { metadata: { finalizers: null } }),
};

/** The copy has our marks, and all fields of the provider. */
const expectOurs = (copy: Unstructured, isHandled = false) => {
  expect(copy.metadata.annotations).toMatchObject({
    [bound]: 'true',
    'klutch.anynines.com/consumer-cluster': expect.any(String),
    'klutch.anynines.com/applied-hash': expect.any(String),
    ...(isHandled && { 'crossplane.io/external-name': 'x' }),
  });
  if (!isHandled) return;
  expect(copy.metadata.finalizers).toEqual([foreign]);
  expect(copy.spec?.resourceRef).toEqual({ name: 'x' });
};

describeLong('a copy that the reference POSTed', () => {
  it('is taken over with one write, and its fields can be removed later', async () => {
    await meanwhile(() =>
      reference.creates(
        'posted',
        { plan: 'small', note: 'x' },
        { labels: { a: 'b' } },
      ),
    );
    const copy = await copyOfOurs('posted');
    expectOurs(copy);
    expect(copy.metadata.labels).toEqual({ a: 'b' });
    expect(things.writesTo('provider', 'posted')).toEqual(['patch']);
    expect(things.writesTo('consumer', 'posted')).toEqual([]);

    await things.patch('posted', {
      spec: { note: null },
      metadata: { labels: { a: null } },
    });
    const later = await things.waitForCopy('posted', ({ spec }) => !spec?.note);
    expect(later.spec).toEqual({ plan: 'small', size: 1 });
    expect(later.metadata.labels).toBeUndefined();
    await things.waitForQueueDrained();
    expect(things.writesTo('provider', 'posted')).toEqual(['patch', 'patch']);
  });

  it('loses the fields that were removed meanwhile with the same write', async () => {
    await meanwhile(async () => {
      await reference.creates('shortened', { plan: 'small', note: 'x' });
      await things.patch('shortened', { spec: { note: null } });
    });
    const copy = await copyOfOurs('shortened');
    expectOurs(copy);
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
    expect(things.writesTo('provider', 'shortened')).toEqual(['patch']);
  });

  it('gets a differing value by a separate apply, so that the value can be removed', async () => {
    await meanwhile(async () => {
      await reference.creates('differing', { plan: 'small' });
      await things.patch('differing', { spec: { plan: 'big', note: 'x' } });
    });
    const copy = await things.waitForCopy(
      'differing',
      ({ spec }) => spec?.plan === 'big',
    );
    expectOurs(copy);
    expect(copy.spec).toEqual({ plan: 'big', note: 'x', size: 1 });
    expect(things.writesTo('provider', 'differing')).toEqual([
      'patch',
      'patch',
    ]);
    await things.patch('differing', { spec: { plan: null, note: null } });
    const later = await things.waitForCopy(
      'differing',
      ({ spec }) => !spec?.note,
    );
    expect(later.spec).toEqual({ size: 1 });
  });
});

describeLong('a copy that the reference applied later', () => {
  it("keeps the provider's finalizers and annotations, with one write", async () => {
    await meanwhile(async () => {
      await reference.creates('applied', { plan: 'small', note: 'x' });
      await provider.startsHandling('applied');
      await things.patch('applied', { spec: { plan: 'big' } });
      await reference.updates('applied', {
        plan: 'big',
        note: 'x',
        size: 1,
        resourceRef: { name: 'x' },
      });
    });
    expectOurs(await copyOfOurs('applied'), true);
    expect(things.writesTo('provider', 'applied')).toEqual(['patch']);

    await things.patch('applied', { spec: { note: null } });
    const later = await things.waitForCopy(
      'applied',
      ({ spec }) => !spec?.note,
    );
    expectOurs(later, true);
    await provider.removeFinalizers('applied');
  });

  it("keeps the provider's finalizers and annotations that only the reference owns", async () => {
    await meanwhile(async () => {
      await reference.creates('alone', { plan: 'small' });
      await fixture.provider.apply(
        things.resource,
        {
          ...userObject(things.resource, 'alone'),
          metadata: {
            ...things.copyKey('alone'),
            annotations: { [bound]: 'true' },
            finalizers: [foreign],
          },
        },
        { fieldManager: 'klutch.anynines.com', force: true },
      );
    });
    await things.patch('alone', { spec: { plan: 'big' } });
    const copy = await things.waitForCopy(
      'alone',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.metadata.finalizers).toEqual([foreign]);
    await provider.removeFinalizers('alone');
  });
});

describeLong('our copy, when the reference takes over', () => {
  it('is complete for the reference, loses what it removes, and is taken back with one write', async () => {
    await things.create('returning', { plan: 'small', note: 'x' });
    await provider.startsHandling('returning');
    await things.waitForQueueDrained();
    const before = things.writesTo('provider', 'returning').length;
    await meanwhile(async () => {
      // The reference first checks for its own mark and finalizer; both are
      // present.
      const object = (await things.object('returning'))!;
      expect(object.metadata.finalizers).toEqual([
        'klutch.anynines.com/syncer',
      ]);
      expect(
        (await things.copy('returning'))!.metadata.annotations,
      ).toHaveProperty([bound], 'true');
      await things.patch('returning', { spec: { plan: 'big', note: null } });
      await reference.updates('returning', {
        plan: 'big',
        resourceRef: { name: 'x' },
      });
      expect((await things.copy('returning'))!.spec).toEqual({
        plan: 'big',
        size: 1,
        resourceRef: { name: 'x' },
      });
    });
    expectOurs((await things.copy('returning'))!, true);
    expect(things.writesTo('provider', 'returning')).toHaveLength(before + 1);
    expect(things.writesTo('consumer', 'returning')).toEqual(['patch']);
    await provider.removeFinalizers('returning');
  });
});
