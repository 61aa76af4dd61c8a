/** What users see in the conditions of an instance that cannot be had as ordered, is full, or has crashed. */
import { type KubeClient, createCache } from '@klutch/kube';
import {
  serverPid,
  withSecret,
} from './engines/postgresql/__testUtils__/postgresql';
import { instanceIdOf } from './resources/identity';
import {
  serviceBindings,
  serviceInstances,
} from './resources/managedResources';
import {
  ProviderOnCluster,
  expectNoLeak,
} from './testing/__testUtils__/ProviderOnCluster';
import { eventually } from './testing/eventually';
import {
  bindingFixture,
  conditionOf,
  instanceFixture,
  isReady,
  messageOfCondition,
  waitForObject,
} from './testing/managed';
import { itLong } from './testing/describeLong';

jest.setTimeout(60_000);

let fixture: ProviderOnCluster;
let client: KubeClient;
beforeAll(async () => {
  fixture = await ProviderOnCluster.prepare('instance-conditions');
  ({ client } = fixture);
  await fixture.start();
}, 120_000);
afterEach(() => expectNoLeak(fixture));
afterAll(() => fixture?.dispose());

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

  await client.create(serviceBindings, bindingFixture('too-early', 'replica'));
  const waiting = await waitForObject(
    client,
    serviceBindings,
    'too-early',
    object => conditionOf(object, 'Synced') !== undefined,
  );
  expect(messageOfCondition(waiting, 'Synced')).toMatch(
    /replica plans are not available here/,
  );

  await fixture.patchSpec('replica', { planName: 'postgresql-single-nano' });
  await waitForObject(client, serviceInstances, 'replica', isReady);
  await waitForObject(client, serviceBindings, 'too-early', isReady);
  await client.delete(serviceBindings, { name: 'too-early' });
  await client.delete(serviceInstances, { name: 'replica' });
});

itLong(
  'R23: a refused order is Failed until its spec changes, and nothing is written meanwhile',
  async () => {
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
    await fixture.orderInstance('meanwhile');
    const settled = await versions();
    await fixture.orderInstance('next');
    expect(await versions()).toEqual(settled);
    expect(states.wrong).toEqual(['failed']);
    expect(states.toomuch).toEqual(['created', 'deploying', 'failed']);

    await fixture.patchSpec('toomuch', { parameters: { max_wal_senders: 10 } });
    await waitForObject(client, serviceInstances, 'toomuch', isReady);
    watching.abort();
    for (const name of [...Object.keys(refused), 'meanwhile', 'next']) {
      await client.delete(serviceInstances, { name });
    }
    await eventually('the instances are deleted', async () => {
      const { items } = await client.list(serviceInstances);
      return items.every(({ metadata }) => !metadata.deletionTimestamp);
    });
  },
);

itLong('shows a full instance and a crash in the conditions', async () => {
  const full = await fixture.orderInstance('full');
  const secret = await fixture.bind('full-app', 'full');
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

  process.kill(await serverPid(fixture.dataDir, instanceIdOf(full)), 'SIGKILL');
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
