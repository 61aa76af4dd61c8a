/** What an instance goes through: order, bindings, backups, changes, the loss of its data, deletion. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type KubeClient, core } from '@klutch/kube';
import {
  instanceFolder,
  serverPid,
  show,
  withSecret,
} from './engines/postgresql/__testUtils__/postgresql';
import { finalizer, instanceIdOf } from './resources/identity';
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
import { isRunning, removeFolder } from './testing/host';
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
  fixture = await ProviderOnCluster.prepare('lifecycle');
  ({ client } = fixture);
  await fixture.start();
}, 120_000);
afterEach(() => expectNoLeak(fixture));
afterAll(() => fixture?.dispose());

itLong(
  'runs the lifecycle of an instance: order, bind, back up, restore, delete',
  async () => {
    const secretsSeen: (Record<string, string> | undefined)[] = [];
    const orders = await fixture.orderInstance(
      'orders',
      'postgresql-single-nano',
      { max_connections: 10 },
    );
    const id = instanceIdOf(orders);
    expect(orders.metadata.finalizers).toContain(finalizer);
    expect(orders.metadata.annotations).toMatchObject({
      'crossplane.io/external-name': 'orders',
    });
    // The usage is measured some time later.
    const { usage: _, ...atProvider } = orders.status?.atProvider ?? {};
    expect(atProvider).toEqual({
      state: 'provisioned',
      instanceId: id,
      serviceId: 'svc-pg15',
      planId: 'plan-pg-single-nano',
      version: expect.stringMatching(/^15\./),
      parameters: { max_connections: 10 },
      createdAt: expect.any(String),
      provisionedAt: expect.any(String),
      updatedAt: expect.any(String),
    });

    await client.create(serviceBindings, bindingFixture('app', 'orders'));
    await eventually('the secret exists', async () => {
      secretsSeen.push(await readSecret(client, 'app-creds'));
      return secretsSeen.at(-1) !== undefined;
    });
    const binding = await waitForObject(
      client,
      serviceBindings,
      'app',
      isReady,
    );
    expect(binding.status?.atProvider).toEqual({
      state: 'Created',
      serviceBindingID: 1,
      instanceId: id,
      serviceID: 'svc-pg15',
      planID: 'plan-pg-single-nano',
      connectionDetails: [
        {
          hostURL: '127.0.0.1',
          port: expect.any(String),
          label: 'SQL',
          database: expect.any(String),
        },
      ],
    });
    const secret = secretsSeen.at(-1) ?? {};
    // No version of the secret lacks its data.
    expect(Object.keys(secret).sort()).toEqual([
      'host',
      'hosts',
      'name',
      'password',
      'port',
      'uri',
      'username',
    ]);
    const live = await client.get(core.secrets, {
      namespace,
      name: 'app-creds',
    });
    expect(live).toMatchObject({
      type: 'connection.crossplane.io/v1alpha1',
      metadata: {
        ownerReferences: [
          {
            kind: 'ServiceBinding',
            name: 'app',
            uid: binding.metadata.uid,
            controller: true,
          },
        ],
      },
    });
    await withSecret(secret, async sql => {
      expect(await show(sql, 'max_connections')).toBe('10');
      await sql(
        `CREATE TABLE orders (what text); INSERT INTO orders VALUES ('kept')`,
      );
    });

    await client.create(backups, backupFixture('first', 'orders'));
    const backup = await waitForObject(client, backups, 'first', isReady);
    expect(backup.status?.atProvider).toMatchObject({
      id: 1,
      status: 'done',
      downloadable: true,
      instanceId: id,
    });

    await withSecret(secret, sql => sql('DELETE FROM orders'));
    await client.create(restores, restoreFixture('back', 'first'));
    const restore = await waitForObject(client, restores, 'back', isReady);
    expect(restore.status?.atProvider).toMatchObject({
      restoreId: 1,
      backupId: 1,
      state: 'done',
      instanceId: id,
    });
    expect(
      await withSecret(secret, sql => sql('SELECT * FROM orders')),
    ).toEqual([{ what: 'kept' }]);

    const pid = await serverPid(fixture.dataDir, id);
    await client.delete(serviceBindings, { name: 'app' });
    await eventually('the binding and its secret are deleted', async () => {
      const left = await client.get(serviceBindings, { name: 'app' });
      return !left && (await readSecret(client, 'app-creds')) === undefined;
    });
    await expect(withSecret(secret, sql => sql('SELECT 1'))).rejects.toThrow(
      /password authentication failed|does not exist/,
    );
    await client.delete(serviceInstances, { name: 'orders' });
    await eventually(
      'the instance was deleted',
      async () => !(await client.get(serviceInstances, { name: 'orders' })),
    );
    const folder = instanceFolder(fixture.dataDir, id);
    expect(isRunning(pid)).toBe(false);
    await expect(access(folder)).rejects.toThrow('ENOENT');

    const dump = join(
      fixture.dataDir,
      'postgresql',
      'backups',
      `${backup.metadata.uid}.dump`,
    );
    await access(dump);
    await client.delete(backups, { name: 'first' });
    await client.delete(restores, { name: 'back' });
    await eventually(
      'backup and restore are deleted',
      async () =>
        !(await client.get(backups, { name: 'first' })) &&
        !(await client.get(restores, { name: 'back' })),
    );
    await expect(access(dump)).rejects.toThrow('ENOENT');
  },
);

itLong(
  'applies plan and parameters, and reports why some are refused',
  async () => {
    await fixture.orderInstance('growing');
    const secret = await fixture.bind('growing-app', 'growing');

    await fixture.patchSpec('growing', {
      planName: 'postgresql-single-small',
      parameters: { work_mem: '2MB' },
    });
    await waitForObject(
      client,
      serviceInstances,
      'growing',
      object =>
        isReady(object) &&
        object.status?.atProvider?.planId === 'plan-pg-single-small',
    );
    await withSecret(secret, async sql => {
      expect(await show(sql, 'max_connections')).toBe('50');
      expect(await show(sql, 'work_mem')).toBe('2MB');
    });

    await fixture.patchSpec('growing', { parameters: { max_connections: 51 } });
    const refused = await waitForObject(
      client,
      serviceInstances,
      'growing',
      object => conditionOf(object, 'Synced') === 'False/ReconcileError',
    );
    expect(messageOfCondition(refused, 'Synced')).toMatch(
      /max_connections is 51, but the plan postgresql-single-small allows at most 50/,
    );
    expect(conditionOf(refused, 'Ready')).toBe('True/Available');
    expect(refused.status?.atProvider?.parameters).toEqual({ work_mem: '2MB' });
    await withSecret(secret, sql => sql('SELECT 1'));
  },
);

itLong('does not reconcile paused resources', async () => {
  await fixture.orderInstance('paused');
  const pause = (value: string | null) =>
    client.mergePatch(
      serviceInstances,
      { name: 'paused' },
      { metadata: { annotations: { 'crossplane.io/paused': value } } },
    );
  await pause('true');
  await waitForObject(
    client,
    serviceInstances,
    'paused',
    object => conditionOf(object, 'Synced') === 'False/ReconcilePaused',
  );
  const before = await client.get(serviceInstances, { name: 'paused' });
  await fixture.patchSpec('paused', { parameters: { work_mem: '1MB' } });
  await pause(null);
  await waitForObject(
    client,
    serviceInstances,
    'paused',
    object =>
      isReady(object) &&
      object.status?.atProvider?.parameters?.work_mem === '1MB',
  );
  expect(before?.status?.atProvider?.parameters).toEqual({});
});

itLong('does not recreate an instance whose data are lost', async () => {
  const lost = await fixture.orderInstance('lost');
  await fixture.stop();
  await removeFolder(instanceFolder(fixture.dataDir, instanceIdOf(lost)));
  await fixture.start();
  const reported = await waitForObject(
    client,
    serviceInstances,
    'lost',
    object => conditionOf(object, 'Synced') === 'False/ReconcileError',
  );
  expect(messageOfCondition(reported, 'Synced')).toMatch(
    /no longer on this machine/,
  );
  await client.delete(serviceInstances, { name: 'lost' });
  await eventually(
    'the instance is deleted',
    async () => !(await client.get(serviceInstances, { name: 'lost' })),
  );
});
