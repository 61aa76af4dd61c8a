/**
 * A copy, its object or its name on the control plane is missing or taken: what
 * is recreated, kept, taken over and reported; on two real clusters.
 */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import {
  resourceOfCrd,
  testCrd,
  userObject,
} from '../testing/__testUtils__/thingCrd';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../testing/__testUtils__/twoClusterFixture';
import { UserView } from '../testing/__testUtils__/userView';

const crd = testCrd('gadgets', 'Gadget');
const binding = 'gadgets.example.com';
const heldByFinalizer = { metadata: { finalizers: ['example.com/teardown'] } };
let fixture: TwoClusterFixture;
let gadgets: UserView;
let running: RunningKonnector;

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  gadgets = new UserView(fixture, resourceOfCrd(crd));
  running = fixture.startKonnector();
  await fixture.offerAndBind(crd);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

describe('a copy', () => {
  it('C11: is recreated when deleted on the control plane', async () => {
    const first = await gadgets.create('wanted');
    await gadgets.deleteCopy('wanted');
    const second = await gadgets.waitForCopy(
      'wanted',
      ({ metadata }) => metadata.uid !== first.metadata.uid,
    );
    expect(second.spec).toEqual(first.spec);
  });

  it('B21: is not changed while it is being deleted, and recreated afterwards', async () => {
    const first = await gadgets.create('deleting');
    await gadgets.patchCopy('deleting', heldByFinalizer);
    await gadgets.deleteCopy('deleting');
    await gadgets.patch('deleting', { spec: { plan: 'big' } });
    await gadgets.waitForQueueDrained();
    expect((await gadgets.copy('deleting'))?.spec?.plan).toBe('small');
    await gadgets.patchCopy('deleting', { metadata: { finalizers: null } });
    const second = await gadgets.waitForCopy(
      'deleting',
      ({ metadata }) => metadata.uid !== first.metadata.uid,
    );
    expect(second.spec?.plan).toBe('big');
  });

  it('is taken over by an object that was restored with a new UID', async () => {
    const first = await gadgets.create('restored');
    await running.stop();
    await gadgets.patch('restored', { metadata: { finalizers: null } });
    await gadgets.delete('restored');
    await gadgets.waitForObjectDeleted('restored');
    running = fixture.startKonnector();
    await gadgets.create('restored', { plan: 'big' });
    const copy = await gadgets.waitForCopy(
      'restored',
      ({ spec }) => spec?.plan === 'big',
    );
    expect(copy.metadata.uid).toBe(first.metadata.uid);
  });

  /** Removes an object while no konnector runs. */
  const orphan = async (name: string) => {
    await gadgets.create(name);
    await running.stop();
    await gadgets.patch(name, { metadata: { finalizers: null } });
    await gadgets.delete(name);
    await gadgets.waitForObjectDeleted(name);
    running = fixture.startKonnector();
  };

  it('B17: is kept when its object is missing without an observed deletion', async () => {
    await orphan('orphaned');
    await gadgets.waitForQueueDrained();
    const copy = await gadgets.copy('orphaned');
    expect(copy).toBeDefined();
    expect(copy?.metadata.deletionTimestamp).toBeUndefined();
    await gadgets.create('orphaned');
  });

  itLong(
    'without an object is listed in a condition of the binding until it has one again',
    async () => {
      const named = () => fixture.condition(binding, 'OrphanedCopies');
      await orphan('nameless');
      const { message } = await eventually(
        'the orphan is reported',
        async () => {
          const found = await named();
          return found?.message?.includes('team-a/nameless') && found;
        },
        40_000,
      );
      expect(message).toMatch(/^1 /);
      await gadgets.create('nameless');
      await eventually('no orphan is reported', async () => !(await named()));
    },
    60_000,
  );
});

describeLong('a foreign object on the control plane', () => {
  /** Message of the binding's condition NameCollisions. */
  const collisions = async () =>
    (await fixture.condition(binding, 'NameCollisions'))?.message;
  const ofAnotherAppCluster = {
    'klutch.anynines.com/bound': 'true',
    'klutch.anynines.com/consumer-cluster': 'another',
  };
  /** Foreign objects of the current test. */
  const names: string[] = [];
  // The service namespace exists.
  beforeAll(() => gadgets.waitForQueueDrained());
  afterEach(async () => {
    await Promise.all(names.splice(0).map(name => gadgets.deleteCopy(name)));
    await eventually(
      'no collision is reported',
      async () => !(await collisions()),
    );
  });
  const create = async (name: string, annotations: Record<string, string>) => {
    names.push(name);
    await fixture.provider.create(gadgets.resource, {
      ...userObject(gadgets.resource, name, { plan: 'theirs' }),
      metadata: { ...gadgets.copyKey(name), annotations },
    });
    await gadgets.submit(name);
  };
  /** Creates foreign objects, with these annotations, and objects of their names. */
  const foreign = async (objects: Record<string, Record<string, string>>) => {
    // Otherwise they would be adopted before there are objects of their names.
    await running.stop();
    await Promise.all(
      Object.entries(objects).map(([name, annotations]) =>
        create(name, annotations),
      ),
    );
    running = fixture.startKonnector();
  };

  it('is not overwritten and reported to the user; the copy is created when the name is free', async () => {
    await foreign({ taken: {} });
    expect(await gadgets.waitForEvent('taken', 'Conflict')).toContain(
      'already',
    );
    await eventually('the binding reports the collision', async () =>
      (await collisions())?.includes('1 have the name'),
    );
    expect(await collisions()).toContain('team-a/taken.');
    expect((await fixture.conditions(binding)).Ready).toBe('True');
    await gadgets.patch('taken', { spec: { plan: 'big' } });
    await gadgets.waitForQueueDrained();
    expect((await gadgets.copy('taken'))?.spec?.plan).toBe('theirs');
    expect(await gadgets.eventCount('taken', 'Conflict')).toBe(1);
    await gadgets.delete('taken');
    await gadgets.waitForObject('taken', ({ spec }) => spec?.plan === 'theirs');
  });

  it('is not overwritten when it belongs to another app cluster', async () => {
    await foreign({ elsewhere: ofAnotherAppCluster });
    expect(await gadgets.waitForEvent('elsewhere', 'Conflict')).toContain(
      'another app cluster',
    );
    expect((await gadgets.copy('elsewhere'))?.spec?.plan).toBe('theirs');
  });

  it('is taken over when the operator allows it', async () => {
    await foreign({ released: {}, kept: ofAnotherAppCluster });
    await gadgets.waitForEvent('released', 'Conflict');
    await eventually('the binding reports both', async () =>
      (await collisions())?.includes('team-a/kept, team-a/released.'),
    );
    await gadgets.patchCopy('released', {
      metadata: { annotations: { 'klutch.anynines.com/adopt': 'true' } },
    });
    const { metadata } = await gadgets.waitForCopy(
      'released',
      ({ spec }) => spec?.plan === 'small',
    );
    expect(metadata.annotations).not.toHaveProperty([
      'klutch.anynines.com/adopt',
    ]);
    expect(await gadgets.waitForEvent('released', 'Synced')).toBeDefined();
    await eventually('the binding reports only the other one', async () =>
      (await collisions())?.includes('team-a/kept.'),
    );
    expect(await collisions()).not.toContain('released');
  });
});
