/** Spec and status sync on two real clusters, and the number of writes. */
import { core } from '@klutch/kube';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../../testing/__testUtils__/thingCrd';
import type { Faults } from '../../testing/faults/FaultyClient';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../../testing/__testUtils__/userView';

const crd = testCrd('things', 'Thing');
let fixture: TwoClusterFixture;
let things: UserView;
let running: RunningKonnector;
const faults = { provider: {} as Faults };

const start = () => {
  running = fixture.startKonnector({ connect: fixture.withFaults(faults) });
};

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  things = new UserView(fixture, resourceOfCrd(crd));
  start();
  await fixture.offerAndBind(crd);
  await things.create('first');
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

const restart = async (meanwhile: () => Promise<unknown>) => {
  await running.stop();
  await meanwhile();
  start();
  await eventually(
    'the konnector is ready',
    async () => running.konnector.health().ready,
  );
};

describe('spec sync', () => {
  it('C10: copies a new object with two writes, and marks the copy', async () => {
    const copy = await things.create('new');
    const object = await things.waitForObject('new', () => true);
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
    expect(copy.metadata.annotations).toEqual({
      'klutch.anynines.com/bound': 'true',
      'klutch.anynines.com/consumer-uid': object.metadata.uid,
      'klutch.anynines.com/consumer-cluster': (
        await fixture.consumer.get(core.namespaces, { name: 'kube-system' })
      )?.metadata.uid,
      'klutch.anynines.com/applied-hash': expect.any(String),
    });
    expect(object.metadata.finalizers).toEqual(['klutch.anynines.com/syncer']);
    await things.waitForQueueDrained();
    expect(things.writesTo('consumer', 'new')).toEqual(['patch']);
    expect(things.writesTo('provider', 'new')).toEqual(['patch']);
    expect(await things.eventCount('new', 'Synced')).toBe(0);
  });

  it('does not overwrite an object created under the name at the last moment', async () => {
    const spec = { note: 'theirs' };
    faults.provider.before = async ({ verb, name }) => {
      if (verb !== 'apply' || name !== 'late') return;
      faults.provider.before = undefined;
      await fixture.provider.create(things.resource, {
        ...userObject(things.resource, 'late', spec),
        metadata: things.copyKey('late'),
      });
    };
    await fixture.consumer.create(
      things.resource,
      userObject(things.resource, 'late'),
    );
    expect(await things.waitForEvent('late', 'Conflict')).toContain(
      'was not created by this binding',
    );
    const copy = await things.copy('late');
    expect(copy?.spec).toEqual({ ...spec, size: 1 });
    expect(copy?.metadata.annotations).toBeUndefined();
    expect(copy?.metadata.generation).toBe(1);
  });

  it('C12: syncs a changed spec with one write', async () => {
    await things.create('changing');
    await things.waitForQueueDrained();
    const before = things.writesTo('provider', 'changing').length;
    await things.patch('changing', { spec: { plan: 'big' } });
    await things.waitForCopy('changing', ({ spec }) => spec?.plan === 'big');
    await things.waitForQueueDrained();
    expect(things.writesTo('provider', 'changing')).toHaveLength(before + 1);
    expect(things.writesTo('consumer', 'changing')).toEqual(['patch']);
  });

  it('B22: a removed field is removed on the control plane', async () => {
    await things.create('shorter', { plan: 'small', note: 'x' });
    await things.patch('shorter', { spec: { note: null } });
    const copy = await things.waitForCopy('shorter', ({ spec }) => !spec?.note);
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
  });

  it('B22: a field removed while the konnector was down is removed on the control plane', async () => {
    await things.create('away', { plan: 'small', note: 'x' });
    await restart(() => things.patch('away', { spec: { note: null } }));
    const copy = await things.waitForCopy('away', ({ spec }) => !spec?.note);
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
  });

  it("B22: a removed field is removed from a copy that the reference's konnector created", async () => {
    await running.stop();
    await fixture.provider.create(
      things.resource,
      {
        apiVersion: 'example.com/v1',
        kind: 'Thing',
        metadata: {
          ...things.copyKey('swapped'),
          annotations: { 'klutch.anynines.com/bound': 'true' },
        },
        spec: { plan: 'small', note: 'from the reference' },
      },
      { fieldManager: 'konnector' },
    );
    await fixture.consumer.create(things.resource, {
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: {
        ...things.key('swapped'),
        finalizers: ['klutch.anynines.com/syncer'],
      },
      spec: { plan: 'small' },
    });
    start();
    const copy = await things.waitForCopy('swapped', ({ spec }) => !spec?.note);
    expect(copy.spec).toEqual({ plan: 'small', size: 1 });
  });

  it('C14: reverts changes on the control plane', async () => {
    await things.create('drifting');
    await things.patchCopy('drifting', { spec: { plan: 'free' } });
    const copy = await things.waitForCopy(
      'drifting',
      ({ spec }) => spec?.plan === 'small',
    );
    expect(copy.metadata.annotations).toHaveProperty([
      'klutch.anynines.com/bound',
    ]);
  });

  it('B13: syncs labels and annotations, without those of tools', async () => {
    await things.create('labelled', undefined, { labels: { team: 'a' } });
    await things.patch('labelled', {
      metadata: {
        labels: { team: null, tier: 'gold' },
        annotations: { note: 'x', 'argocd.argoproj.io/tracking-id': 'x' },
      },
    });
    const copy = await things.waitForCopy(
      'labelled',
      ({ metadata }) => metadata.labels?.tier === 'gold',
    );
    expect(copy.metadata.labels).toEqual({ tier: 'gold' });
    expect(copy.metadata.annotations?.note).toBe('x');
    expect(copy.metadata.annotations).not.toHaveProperty([
      'argocd.argoproj.io/tracking-id',
    ]);
  });
});

describe('status sync', () => {
  it('C13: shows the provider status, and removes what the provider removes', async () => {
    await things.create('reporting');
    await things.setStatus('reporting', { phase: 'Creating', host: 'x' });
    await things.waitForObject(
      'reporting',
      ({ status }) => status?.phase === 'Creating',
    );
    await things.setStatus('reporting', { phase: 'Ready', host: null });
    const object = await things.waitForObject(
      'reporting',
      ({ status }) => status?.phase === 'Ready',
    );
    expect(object.status).toEqual({ phase: 'Ready' });
    await things.waitForQueueDrained();
    expect(things.writesTo('consumer', 'reporting')).toEqual([
      'patch',
      'patch status',
      'patch status',
    ]);
    expect(things.writesTo('provider', 'reporting')).toEqual(['patch']);
  });
});

describe('fields of the provider', () => {
  it('are kept, are not synced, and cause no writes', async () => {
    await things.create('claimed');
    await things.patchCopy('claimed', {
      spec: { resourceRef: { name: 'claimed-x7k2p' } },
      metadata: { finalizers: ['finalizer.apiextensions.crossplane.io'] },
    });
    // Once its status is here, the konnector knows the fields, too: a copy not yet seen would be patched twice.
    await things.setStatus('claimed', { phase: 'Bound' });
    await things.waitForObject(
      'claimed',
      ({ status }) => status?.phase === 'Bound',
    );
    await things.patch('claimed', { spec: { plan: 'big' } });
    const copy = await things.waitForCopy(
      'claimed',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.spec?.resourceRef).toEqual({ name: 'claimed-x7k2p' });
    expect((await things.object('claimed'))?.spec).toEqual({
      plan: 'big',
      size: 1,
    });
    await things.setStatus('claimed', { phase: 'Ready' });
    await things.waitForObject(
      'claimed',
      ({ status }) => status?.phase === 'Ready',
    );
    await things.waitForQueueDrained();
    expect(things.writesTo('provider', 'claimed')).toEqual(['patch', 'patch']);
    await things.patchCopy('claimed', { metadata: { finalizers: null } });
  });
});

describe('without changes', () => {
  it('writes nothing after a restart', async () => {
    await things.create('resting', { plan: 'small', note: 'x' });
    await things.setStatus('resting', { phase: 'Ready', list: [{ a: 1 }] });
    await things.waitForObject('resting', ({ status }) => status?.phase);
    await things.waitForQueueDrained();
    const before = {
      provider: fixture.writes('provider').length,
      consumer: fixture.writes('consumer').length,
    };
    await restart(async () => undefined);
    await things.waitForQueueDrained();
    const since = (side: 'provider' | 'consumer') =>
      fixture
        .writes(side)
        .slice(before[side])
        .map(({ verb, resource, name }) => `${verb} ${resource} ${name}`)
        .filter(write => !/ (sentinel-|undefined$)/.test(write));
    expect(since('provider')).toEqual([]);
    expect(since('consumer')).toEqual([]);
  });
});
