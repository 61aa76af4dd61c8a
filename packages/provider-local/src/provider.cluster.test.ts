import { restoreInto } from './resources/identity';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadProviderCrds } from '@klutch/crossplane';
import { LocalCluster, borrowCluster } from '@klutch/local-clusters';
import {
  KubeClient,
  core,
  createCache,
  createClient,
  createLogger,
  loadKubeConfig,
} from '@klutch/kube';
import { createManagedReconciler } from './controllers/managedReconciler';
import { Provider, startProviderLocal } from './provider';
import { available } from './resources/conditions';
import { finalizer, instanceIdOf } from './resources/identity';
import {
  backups,
  restores,
  serviceBindings,
  serviceInstances,
} from './resources/managedResources';
import {
  backupFixture,
  bindingFixture,
  conditionOf,
  waitForObject,
  instanceFixture,
  isReady,
  messageOfCondition,
  namespace,
  prepareCluster,
  readSecret,
  restoreFixture,
} from './testing/managed';
import { isRunning, removeFolder, temporaryFolder } from './testing/host';
import { eventually } from './testing/eventually';
import {
  instanceFolder,
  serverPid,
  show,
  withSecret,
} from './engines/postgresql/__testUtils__/postgresql';

jest.setTimeout(60_000);

describe('provider-local on a real cluster', () => {
  let cluster: LocalCluster;
  let client: KubeClient;
  let dataDir: string;
  const log: string[] = [];

  let stop: AbortController;
  let provider: Provider;
  async function start() {
    stop = new AbortController();
    provider = await startProviderLocal({
      kubeConfig: loadKubeConfig(cluster.kubeconfig),
      dataDir,
      signal: stop.signal,
      usageIntervalMs: 200,
      logger: createLogger('provider-local', {
        level: 'debug',
        destination: { write: line => log.push(line) },
      }),
    });
  }
  async function end() {
    stop.abort();
    await provider.stopped;
  }

  const orderInstance = async (
    name: string,
    plan = 'postgresql-single-nano',
    parameters = {},
  ) => {
    await client.create(
      serviceInstances,
      instanceFixture(name, plan, parameters),
    );
    return waitForObject(client, serviceInstances, name, isReady);
  };
  const bind = async (name: string, instance: string) => {
    await client.create(serviceBindings, bindingFixture(name, instance));
    await waitForObject(client, serviceBindings, name, isReady);
    return (await readSecret(client, `${name}-creds`)) ?? {};
  };

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    cluster = await borrowCluster({ name: 'provider-local' });
    client = createClient(loadKubeConfig(cluster.kubeconfig));
    await prepareCluster(client, await loadProviderCrds());
    await start();
    await orderInstance('shared');
    await bind('shared-app', 'shared');
  }, 120_000);

  afterAll(async () => {
    await end();
    await client.close();
    await cluster.stop();
    await removeFolder(dataDir);
  });

  const patchSpec = (name: string, forProvider: object) =>
    client.mergePatch(serviceInstances, { name }, { spec: { forProvider } });

  it('runs the lifecycle of an instance: order, bind, back up, restore, delete', async () => {
    const secretsSeen: (Record<string, string> | undefined)[] = [];
    const orders = await orderInstance('orders', 'postgresql-single-nano', {
      max_connections: 10,
    });
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
        { hostURL: '127.0.0.1', port: expect.any(String), label: 'SQL' },
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

    const astray = restoreFixture('astray', 'first');
    astray.metadata.annotations = { [restoreInto]: 'nowhere' };
    await client.create(restores, astray);
    const waiting = await waitForObject(
      client,
      restores,
      'astray',
      object => conditionOf(object, 'Synced') !== undefined,
    );
    expect(messageOfCondition(waiting, 'Synced')).toMatch(
      /no service instance nowhere in this namespace/,
    );

    const pid = await serverPid(dataDir, id);
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
    const folder = instanceFolder(dataDir, id);
    expect(isRunning(pid)).toBe(false);
    await expect(access(folder)).rejects.toThrow('ENOENT');

    const dump = join(
      dataDir,
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
  });

  it('reports what is not available, and recovers when the spec is corrected', async () => {
    await client.create(
      serviceInstances,
      instanceFixture('replica', 'postgresql-replica-small'),
    );
    const refused = await waitForObject(
      client,
      serviceInstances,
      'replica',
      object => conditionOf(object, 'Synced') !== undefined,
    );
    expect(conditionOf(refused, 'Ready')).toBe('False/Unavailable');
    expect(conditionOf(refused, 'Synced')).toBe('False/ReconcileError');
    expect(messageOfCondition(refused, 'Synced')).toMatch(
      /replica plans are not available here/,
    );
    expect(refused.status?.atProvider?.state).toBe('failed');

    await client.create(
      serviceBindings,
      bindingFixture('too-early', 'replica'),
    );
    const waiting = await waitForObject(
      client,
      serviceBindings,
      'too-early',
      object => conditionOf(object, 'Synced') !== undefined,
    );
    expect(messageOfCondition(waiting, 'Synced')).toMatch(
      /replica plans are not available here/,
    );

    await patchSpec('replica', { planName: 'postgresql-single-nano' });
    await waitForObject(client, serviceInstances, 'replica', isReady);
    await waitForObject(client, serviceBindings, 'too-early', isReady);
    await client.delete(serviceBindings, { name: 'too-early' });
    await client.delete(serviceInstances, { name: 'replica' });
  });

  it('R23: a refused order is Failed until its spec changes, and nothing is written meanwhile', async () => {
    const states: Record<string, string[]> = {};
    const cache = createCache({ client, resource: serviceInstances });
    cache.subscribe(({ object }) => {
      const { name = '' } = object.metadata;
      const state = object.status?.atProvider?.state;
      const seen = (states[name] ??= []);
      if (state && seen.at(-1) !== state) seen.push(state);
    });
    const watching = new AbortController();
    cache.start(watching.signal);
    await cache.whenSynced(watching.signal);

    // The first is rejected by validation, the second by PostgreSQL itself.
    const refused = {
      wrong: { work_mem: 'banana' },
      // Within bounds alone, but not together with the connections.
      toomuch: { max_wal_senders: 262_143 },
    };
    for (const [name, parameters] of Object.entries(refused)) {
      await client.create(
        serviceInstances,
        instanceFixture(name, 'postgresql-single-nano', parameters),
      );
      const failed = await waitForObject(
        client,
        serviceInstances,
        name,
        object => conditionOf(object, 'Synced') === 'False/ReconcileError',
      );
      expect(failed.status?.atProvider?.state).toBe('failed');
    }
    const versions = () =>
      Promise.all(
        Object.keys(refused).map(
          async name =>
            (await client.get(serviceInstances, { name }))?.metadata
              .resourceVersion,
        ),
      );
    // While the first instance starts, the rejected orders settle; while the second starts, their status must not be
    // written.
    await orderInstance('meanwhile');
    const settled = await versions();
    await orderInstance('next');
    expect(await versions()).toEqual(settled);
    expect(states.wrong).toEqual(['failed']);
    expect(states.toomuch).toEqual(['created', 'deploying', 'failed']);

    await patchSpec('toomuch', { parameters: { max_wal_senders: 10 } });
    await waitForObject(client, serviceInstances, 'toomuch', isReady);
    watching.abort();
    for (const name of [...Object.keys(refused), 'meanwhile', 'next']) {
      await client.delete(serviceInstances, { name });
    }
    await eventually('the instances are deleted', async () => {
      const { items } = await client.list(serviceInstances);
      return items.every(({ metadata }) => !metadata.deletionTimestamp);
    });
  });

  it('R26: a binding whose instance was deleted reports so, until the binding is deleted or the instance exists again', async () => {
    await orderInstance('short');
    const before = await bind('short-app', 'short');
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

    await orderInstance('short');
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
  });

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
    await orderInstance('late');
    await waitForObject(client, serviceBindings, 'early', isReady);
    await waitForObject(client, backups, 'later', isReady);
    await waitForObject(client, restores, 'hasty', isReady);
  });

  it('applies plan and parameters, and reports why some are refused', async () => {
    await orderInstance('growing');
    const secret = await bind('growing-app', 'growing');

    await patchSpec('growing', {
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

    await patchSpec('growing', { parameters: { max_connections: 51 } });
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
  });

  it('never overwrites a newer status by one computed from an older object', async () => {
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
        signal: stop.signal,
        logger: createLogger('raced', { level: 'silent' }),
        requeueAfter: () => {},
      }),
    ).rejects.toMatchObject({ code: 409 });
    expect(await client.get(serviceBindings, { name: 'raced' })).toEqual(newer);
    await client.delete(serviceBindings, { name: 'raced' });
  });

  it('does not reconcile paused resources', async () => {
    const pause = (value: string | null) =>
      client.mergePatch(
        serviceInstances,
        { name: 'shared' },
        { metadata: { annotations: { 'crossplane.io/paused': value } } },
      );
    await pause('true');
    await waitForObject(
      client,
      serviceInstances,
      'shared',
      object => conditionOf(object, 'Synced') === 'False/ReconcilePaused',
    );
    const before = await client.get(serviceInstances, { name: 'shared' });
    await patchSpec('shared', { parameters: { work_mem: '1MB' } });
    await pause(null);
    await waitForObject(
      client,
      serviceInstances,
      'shared',
      object =>
        isReady(object) &&
        object.status?.atProvider?.parameters?.work_mem === '1MB',
    );
    expect(before?.status?.atProvider?.parameters).toEqual({});
  });

  it('restores a deleted secret unchanged, and never overwrites a secret of another owner', async () => {
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
  });

  it('shows a full instance and a crash in the conditions', async () => {
    const full = await orderInstance('full');
    const secret = await bind('full-app', 'full');
    const fill = async () => {
      await withSecret(secret, sql => sql('CREATE TABLE heap (what text)'));
      for (;;) {
        await withSecret(secret, sql =>
          sql(
            `INSERT INTO heap SELECT repeat('x', 1000) FROM generate_series(1, 10000)`,
          ),
        );
      }
    };
    await expect(fill()).rejects.toThrow(/read-only transaction|terminat/);
    const locked = await waitForObject(
      client,
      serviceInstances,
      'full',
      object =>
        conditionOf(object, 'StorageWithinPlan') === 'False/QuotaExceeded',
    );
    expect(messageOfCondition(locked, 'Ready')).toMatch(/read-only/);
    await withSecret(secret, async sql => {
      await sql('SET default_transaction_read_only = off');
      await sql('DROP TABLE heap');
    });
    await waitForObject(
      client,
      serviceInstances,
      'full',
      object => conditionOf(object, 'StorageWithinPlan') === 'True/WithinQuota',
    );

    process.kill(await serverPid(dataDir, instanceIdOf(full)), 'SIGKILL');
    const back = await waitForObject(
      client,
      serviceInstances,
      'full',
      object =>
        isReady(object) && messageOfCondition(object, 'Ready') !== undefined,
    );
    expect(messageOfCondition(back, 'Ready')).toMatch(
      /stopped unexpectedly .* restarted/,
    );
  });

  it('does not recreate an instance whose data are lost', async () => {
    const lost = await orderInstance('lost');
    await end();
    await removeFolder(instanceFolder(dataDir, instanceIdOf(lost)));
    await start();
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

  it('keeps credentials out of logs, events and resources', async () => {
    await bind('canary-app', 'shared');
    const bound = (await client.list(serviceBindings)).items;
    const secrets = await Promise.all(
      bound.map(({ metadata: { name } }) =>
        readSecret(client, `${name}-creds`),
      ),
    );
    const canaries = secrets
      .flatMap(secret => [secret?.password, secret?.uri])
      .filter(canary => canary !== undefined);
    expect(
      canaries.filter(canary => canary.length > 20).length,
    ).toBeGreaterThanOrEqual(4);
    const lists = await Promise.all([
      client.list(core.events),
      client.list(serviceInstances),
      client.list(serviceBindings),
      client.list(backups),
      client.list(restores),
    ]);
    const instances = await client.list(serviceInstances);
    const serverLogs = await Promise.all(
      instances.items.map(object =>
        readFile(
          join(instanceFolder(dataDir, instanceIdOf(object)), 'server.log'),
          'utf8',
        ),
      ),
    );
    expect(log.length).toBeGreaterThan(10);
    const everything = [JSON.stringify(lists), ...log, ...serverLogs].join(
      '\n',
    );
    for (const canary of canaries) expect(everything).not.toContain(canary);
  });
});
