/** A user deletes objects or namespaces: which copies are deleted, and which never; on two real clusters. */
import { bindResources } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../testing/__testUtils__/clusterSetup';
import { deleteNamespace } from '../testing/__testUtils__/deleteNamespace';
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

  describeLong('without a named service namespace', () => {
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

describe('a namespace of the app cluster', () => {
  it('B14: deletes its copies and its service namespace when it is deleted', async () => {
    await namespace('passing');
    const passing = new UserView(fixture, gadgets.resource, 'passing');
    const first = await passing.create('one');
    await deleteNamespace(fixture.consumer, 'passing');
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
