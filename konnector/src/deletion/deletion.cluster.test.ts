/**
 * Which copies are deleted, which never, and whose objects are not changed; on
 * two real clusters.
 */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
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

/** Creates a namespace. */
const namespace = (name: string) =>
  fixture.consumer.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });

describe('a deletion by the user', () => {
  it('C15: deletes the copy', async () => {
    await gadgets.create('short-lived');
    await gadgets.delete('short-lived');
    await gadgets.waitForObjectDeleted('short-lived');
    expect(await gadgets.copy('short-lived')).toBeUndefined();
  });

  it('B17: keeps the copy when the owner of the object was deleted with its type', async () => {
    await gadgets.create('owned');
    await fixture.consumer.mergePatch(gadgets.resource, gadgets.key('owned'), {
      metadata: {
        ownerReferences: [
          {
            apiVersion: 'gone.example.com/v1',
            kind: 'App',
            name: 'a',
            uid: 'o',
          },
        ],
      },
    });
    await gadgets.delete('owned');
    await gadgets.waitForObjectDeleted('owned');
    const copy = await gadgets.copy('owned');
    expect(copy?.metadata.name).toBe('owned');
    expect(copy?.metadata.deletionTimestamp).toBe(undefined);
    await gadgets.deleteCopy('owned');
  });

  it('B21: keeps the object until the provider has finished its teardown', async () => {
    await gadgets.create('slow');
    await gadgets.patchCopy('slow', heldByFinalizer);
    await gadgets.delete('slow');
    await gadgets.waitForCopy(
      'slow',
      ({ metadata }) => metadata.deletionTimestamp,
    );
    await gadgets.setStatus('slow', { phase: 'Deleting' });
    await gadgets.waitForQueueDrained();
    expect((await gadgets.object('slow'))?.metadata.finalizers).toEqual([
      'klutch.anynines.com/syncer',
    ]);
    await gadgets.patchCopy('slow', { metadata: { finalizers: null } });
    await gadgets.waitForObjectDeleted('slow');
  });

  describe('without a named service namespace', () => {
    const asked = (name: string) => ({
      namespace: fixture.clusterNamespace,
      name,
    });
    afterEach(() => {
      fixture.backend.provisionsNamespaces = true;
    });

    it('B21: keeps the object while its APIServiceNamespace has lost its status, and deletes the copy then', async () => {
      await gadgets.create('forgotten');
      fixture.backend.provisionsNamespaces = false;
      await fixture.provider.mergePatch(
        bindResources.serviceNamespaces,
        asked('team-a'),
        { status: null },
        { subresource: 'status' },
      );
      await gadgets.delete('forgotten');
      expect(
        await gadgets.waitForEvent('forgotten', 'WaitingForNamespace'),
      ).toMatch(/stays until it is known.*not prepared/);
      expect(await gadgets.copy('forgotten')).toBeDefined();
      await fixture.backend.provisionServiceNamespace('team-a');
      await gadgets.waitForObjectDeleted('forgotten');
      expect(await gadgets.copy('forgotten')).toBeUndefined();
    }, 40_000);

    it('deletes a copy that outlived its APIServiceNamespace, and requests no new one', async () => {
      await namespace('outlived');
      const outlived = new UserView(fixture, gadgets.resource, 'outlived');
      await outlived.create('left');
      await running.stop();
      fixture.backend.provisionsNamespaces = false;
      await fixture.provider.delete(
        bindResources.serviceNamespaces,
        asked('outlived'),
      );
      await outlived.delete('left');
      running = fixture.startKonnector();
      await outlived.waitForObjectDeleted('left');
      expect(await outlived.copy('left')).toBeUndefined();
      expect(
        await fixture.provider.get(
          bindResources.serviceNamespaces,
          asked('outlived'),
        ),
      ).toBeUndefined();
    });
  });

  it('is processed after the konnector was down', async () => {
    await gadgets.create('missed');
    await running.stop();
    await gadgets.delete('missed');
    running = fixture.startKonnector();
    await gadgets.waitForObjectDeleted('missed');
    expect(await gadgets.copy('missed')).toBeUndefined();
  });

  it('removes the finalizer of an object that never had a copy, without a service namespace', async () => {
    await namespace('unborn');
    const unborn = new UserView(fixture, gadgets.resource, 'unborn');
    await running.stop();
    await fixture.consumer.create(gadgets.resource, {
      ...userObject(gadgets.resource, 'never', {}, 'unborn'),
      metadata: {
        ...unborn.key('never'),
        finalizers: ['klutch.anynines.com/syncer'],
      },
    });
    await unborn.delete('never');
    running = fixture.startKonnector();
    await unborn.waitForObjectDeleted('never');
    const { items } = await fixture.provider.list(
      bindResources.serviceNamespaces,
    );
    expect(items.map(({ metadata }) => metadata.name)).not.toContain('unborn');
  });
});

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

  it('without an object is listed in a condition of the binding until it has one again', async () => {
    const named = () =>
      fixture.consumer
        .get(fixture.bindingResource, {
          namespace: 'klutch-bind',
          name: 'gadgets.example.com',
        })
        .then(found =>
          found?.status?.conditions?.find(
            ({ type }) => type === 'OrphanedCopies',
          ),
        );
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
  }, 60_000);
});

describe('a foreign object on the control plane', () => {
  // The service namespace exists.
  beforeAll(() => gadgets.waitForQueueDrained());
  const foreign = async (
    name: string,
    annotations: Record<string, string> = {},
  ) => {
    // Otherwise it would be adopted before there is an object of that name.
    await running.stop();
    await fixture.provider.create(gadgets.resource, {
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata: { ...gadgets.copyKey(name), annotations },
      spec: { plan: 'theirs' },
    });
    await fixture.consumer.create(
      gadgets.resource,
      userObject(gadgets.resource, name),
    );
    running = fixture.startKonnector();
  };
  /** Message of the binding's condition NameCollisions. */
  const collisions = async () => {
    const found = await fixture.consumer.get(fixture.bindingResource, {
      namespace: 'klutch-bind',
      name: 'gadgets.example.com',
    });
    return found?.status?.conditions?.find(
      ({ type }) => type === 'NameCollisions',
    )?.message;
  };

  it('is not overwritten and reported to the user; the copy is created when the name is free', async () => {
    await foreign('taken');
    expect(await gadgets.waitForEvent('taken', 'Conflict')).toContain(
      'already',
    );
    await eventually('the binding reports the collision', async () =>
      (await collisions())?.includes('1 have the name'),
    );
    expect(await collisions()).toContain('team-a/taken.');
    expect((await fixture.conditions('gadgets.example.com')).Ready).toBe(
      'True',
    );
    await gadgets.patch('taken', { spec: { plan: 'big' } });
    await gadgets.waitForQueueDrained();
    expect((await gadgets.copy('taken'))?.spec?.plan).toBe('theirs');
    expect(await gadgets.eventCount('taken', 'Conflict')).toBe(1);
    await gadgets.delete('taken');
    await gadgets.waitForObject('taken', ({ spec }) => spec?.plan === 'theirs');
  });

  it('is not overwritten when it belongs to another app cluster', async () => {
    await foreign('elsewhere', {
      'klutch.anynines.com/bound': 'true',
      'klutch.anynines.com/consumer-cluster': 'another',
    });
    expect(await gadgets.waitForEvent('elsewhere', 'Conflict')).toContain(
      'another app cluster',
    );
    expect((await gadgets.copy('elsewhere'))?.spec?.plan).toBe('theirs');
  });

  it('is taken over when the operator allows it', async () => {
    await foreign('released');
    await gadgets.waitForEvent('released', 'Conflict');
    await eventually('the binding reports both', async () =>
      (await collisions())?.includes('team-a/elsewhere, team-a/released.'),
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
      (await collisions())?.includes('team-a/elsewhere.'),
    );
    expect(await collisions()).not.toContain('released');
  });
});

describe('a namespace of the app cluster', () => {
  it('B14: deletes its copies and its service namespace when it is deleted', async () => {
    await namespace('passing');
    const passing = new UserView(fixture, gadgets.resource, 'passing');
    const first = await passing.create('one');
    await fixture.consumer.delete(core.namespaces, { name: 'passing' });
    await eventually(
      'the service namespace is deleted',
      async () =>
        !(await fixture.provider.get(core.namespaces, {
          name: 'cluster-x-passing',
        })),
    );
    expect(await gadgets.create('still-working')).toBeDefined();
    // A new namespace of the same name starts without the former objects.
    await namespace('passing');
    const { metadata } = await passing.create('one');
    expect(metadata.uid).not.toBe(first.metadata.uid);
  }, 60_000);

  it('B17: that is merely missing keeps its service namespace and all copies', async () => {
    await running.stop();
    await fixture.provider.create(bindResources.serviceNamespaces, {
      apiVersion: 'klutch.anynines.com/v1alpha1',
      kind: 'APIServiceNamespace',
      metadata: {
        name: 'lost',
        namespace: fixture.clusterNamespace,
        // Then only the copy in it prevents the deletion.
        annotations: { 'klutch.anynines.com/synced-types': '' },
      },
      spec: {},
    });
    await eventually('the service namespace exists', () =>
      fixture.provider.get(core.namespaces, { name: 'cluster-x-lost' }),
    );
    await fixture.provider.create(gadgets.resource, {
      apiVersion: 'example.com/v1',
      kind: 'Gadget',
      metadata: {
        name: 'data',
        namespace: 'cluster-x-lost',
        annotations: { 'klutch.anynines.com/bound': 'true' },
      },
      spec: {},
    });
    running = fixture.startKonnector();
    await gadgets.waitForQueueDrained();
    const found = await fixture.provider.get(gadgets.resource, {
      name: 'data',
      namespace: 'cluster-x-lost',
    });
    expect(found?.metadata.name).toBe('data');
    expect(found?.metadata.deletionTimestamp).toBeUndefined();
    const deletes = fixture
      .writes('provider')
      .filter(
        ({ verb, name = '' }) =>
          verb === 'delete' && ['lost', 'data'].includes(name),
      );
    expect(deletes).toEqual([]);
  });
});
