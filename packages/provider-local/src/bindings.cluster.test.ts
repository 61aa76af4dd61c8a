/** Bindings and their credentials, and that what needs an instance waits for it. */
import { type KubeClient, core, createCache, createLogger } from '@klutch/kube';
import { createManagedReconciler } from './controllers/managedReconciler';
import { available } from './resources/conditions';
import { restoreInto } from './resources/identity';
import {
  backups,
  restores,
  serviceBindings,
  serviceInstances,
} from './resources/managedResources';
import {
  ProviderOnCluster,
  expectNoLeak,
} from './testing/__testUtils__/ProviderOnCluster';
import { itLong } from './testing/describeLong';
import { eventually } from './testing/eventually';
import {
  backupFixture,
  bindingFixture,
  conditionOf,
  isReady,
  messageOfCondition,
  namespace,
  readSecret,
  restoreFixture,
  waitForObject,
} from './testing/managed';

jest.setTimeout(60_000);

let fixture: ProviderOnCluster;
let client: KubeClient;
beforeAll(async () => {
  fixture = await ProviderOnCluster.prepare('bindings');
  ({ client } = fixture);
  await fixture.start();
  await fixture.orderInstance('shared');
  await fixture.bind('shared-app', 'shared');
}, 120_000);
afterAll(() => fixture?.dispose());

itLong(
  'R26: a binding whose instance was deleted reports so, until the binding is deleted or the instance exists again',
  async () => {
    await fixture.orderInstance('short');
    const before = await fixture.bind('short-app', 'short');
    await client.delete(serviceInstances, { name: 'short' });
    const orphan = await waitForObject(
      client,
      serviceBindings,
      'short-app',
      object => conditionOf(object, 'Ready') === 'False/Unavailable',
    );
    expect(messageOfCondition(orphan, 'Ready')).toMatch(
      /The service instance short was deleted with its data.*Delete this service binding/,
    );
    expect(conditionOf(orphan, 'Synced')).toBe('False/ReconcileError');

    await fixture.orderInstance('short');
    await waitForObject(client, serviceBindings, 'short-app', isReady);
    expect(await readSecret(client, 'short-app-creds')).not.toEqual(before);

    await client.delete(serviceInstances, { name: 'short' });
    await client.delete(serviceBindings, { name: 'short-app' });
    await eventually(
      'binding, secret and instance are deleted',
      async () =>
        !(await client.get(serviceBindings, { name: 'short-app' })) &&
        !(await client.get(serviceInstances, { name: 'short' })) &&
        !(await readSecret(client, 'short-app-creds')),
    );
  },
);

it('lets bindings, backups and restores wait for their dependencies, and names these', async () => {
  await client.create(serviceBindings, bindingFixture('early', 'late'));
  await client.create(restores, restoreFixture('hasty', 'later'));
  const waiting = await waitForObject(
    client,
    serviceBindings,
    'early',
    object => conditionOf(object, 'Synced') !== undefined,
  );
  expect(messageOfCondition(waiting, 'Synced')).toMatch(
    /no service instance late in this namespace/,
  );
  const hasty = await waitForObject(
    client,
    restores,
    'hasty',
    object => conditionOf(object, 'Synced') !== undefined,
  );
  expect(messageOfCondition(hasty, 'Synced')).toMatch(
    /no backup later in this namespace/,
  );

  await client.create(backups, backupFixture('later', 'late'));
  await fixture.orderInstance('late');
  await waitForObject(client, serviceBindings, 'early', isReady);
  await waitForObject(client, backups, 'later', isReady);
  await waitForObject(client, restores, 'hasty', isReady);

  const astray = restoreFixture('astray', 'later');
  astray.metadata.annotations = { [restoreInto]: 'nowhere' };
  await client.create(restores, astray);
  const nowhere = await waitForObject(
    client,
    restores,
    'astray',
    object => conditionOf(object, 'Synced') !== undefined,
  );
  expect(messageOfCondition(nowhere, 'Synced')).toMatch(
    /no service instance nowhere in this namespace/,
  );
});

itLong(
  'never overwrites a newer status by one computed from an older object',
  async () => {
    const older = await client.create(
      serviceBindings,
      bindingFixture('raced', 'nothing'),
    );
    const newer = await waitForObject(
      client,
      serviceBindings,
      'raced',
      object => conditionOf(object, 'Synced') !== undefined,
    );
    const cache = createCache({ client, resource: serviceBindings });
    jest.spyOn(cache, 'get').mockReturnValue({
      ...older,
      metadata: {
        ...newer.metadata,
        resourceVersion: older.metadata.resourceVersion,
      },
    });
    const reconcile = createManagedReconciler(client, {
      resource: serviceBindings,
      cache,
      reconcile: async () => ({ ready: available() }),
      remove: async () => {},
    });
    await expect(
      reconcile('raced', {
        signal: new AbortController().signal,
        logger: createLogger('raced', { level: 'silent' }),
        requeueAfter: () => {},
      }),
    ).rejects.toMatchObject({ code: 409 });
    expect(await client.get(serviceBindings, { name: 'raced' })).toEqual(newer);
    await client.delete(serviceBindings, { name: 'raced' });
  },
);

itLong(
  'restores a deleted secret unchanged, and never overwrites a secret of another owner',
  async () => {
    const before = await readSecret(client, 'shared-app-creds');
    await client.delete(core.secrets, { namespace, name: 'shared-app-creds' });
    await eventually(
      'the secret is restored',
      async () => (await readSecret(client, 'shared-app-creds')) !== undefined,
    );
    expect(await readSecret(client, 'shared-app-creds')).toEqual(before);

    await client.create(core.secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace, name: 'taken-creds' },
      stringData: { mine: 'untouched' },
    });
    await client.create(serviceBindings, bindingFixture('taken', 'shared'));
    const refused = await waitForObject(
      client,
      serviceBindings,
      'taken',
      object => conditionOf(object, 'Synced') === 'False/ReconcileError',
    );
    expect(messageOfCondition(refused, 'Synced')).toMatch(
      /taken-creds .* does not belong to this service binding/,
    );
    expect(await readSecret(client, 'taken-creds')).toEqual({
      mine: 'untouched',
    });
    await client.delete(core.secrets, { namespace, name: 'taken-creds' });
    await waitForObject(client, serviceBindings, 'taken', isReady);
  },
);

it('keeps credentials out of logs, events and resources', async () => {
  await fixture.bind('canary-app', 'shared');
  const canaries = await expectNoLeak(fixture);
  expect(
    canaries.filter(canary => canary.length > 20).length,
  ).toBeGreaterThanOrEqual(4);
});
