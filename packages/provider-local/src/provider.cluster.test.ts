import { LocalCluster, startCluster } from '@klutch/local-clusters';
import {
  KubeClient,
  core,
  createClient,
  createLogger,
  loadKubeConfig,
} from '@klutch/kube';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Provider, startProviderLocal } from './provider';
import { finalizer, instanceIdOf } from './resources/identity';
import {
  backups,
  restores,
  serviceBindings,
  serviceInstances,
} from './resources/managedResources';
import {
  backupObject,
  bindingObject,
  conditionOf,
  eventually,
  instanceObject,
  isReady,
  messageOfCondition,
  prepareCluster,
  readSecret,
  restoreObject,
} from './testing/managed';
import {
  removeFolder,
  temporaryFolder,
  until,
  withSecret,
} from './testing/postgresql';
import {
  readPostmasterNote,
  isServerOf,
} from './services/postgresql/postmaster';

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
      storageIntervalMs: 200,
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

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    cluster = await startCluster({ name: 'provider-local' });
    client = createClient(loadKubeConfig(cluster.kubeconfig));
    await prepareCluster(client);
    await start();
  }, 120_000);

  afterAll(async () => {
    await end();
    await client.close();
    await cluster.stop();
    await removeFolder(dataDir);
  });

  const dataOf = (id: string) =>
    join(dataDir, 'postgresql', 'instances', id, 'data');

  it('does the main job: order, bind, back up, restore, delete', async () => {
    const t0 = Date.now();
    await client.create(
      serviceInstances,
      instanceObject('orders', 'postgresql-single-nano', {
        max_connections: 10,
      }),
    );
    const instance = await eventually(
      client,
      serviceInstances,
      'orders',
      isReady,
    );
    console.log(
      'ready after',
      Date.now() - t0,
      JSON.stringify(instance.status),
      JSON.stringify(instance.metadata),
    );
    await client.create(serviceBindings, bindingObject('app', 'orders'));
    const t1 = Date.now();
    const binding = await eventually(client, serviceBindings, 'app', isReady);
    console.log('bound after', Date.now() - t1, JSON.stringify(binding.status));
    const secret = (await readSecret(client, 'app-creds')) ?? {};
    await withSecret(secret, async sql => {
      await sql('CREATE TABLE orders (what text)');
      await sql(`INSERT INTO orders VALUES ('kept')`);
    });
    await client.create(backups, backupObject('first', 'orders'));
    const backup = await eventually(client, backups, 'first', isReady);
    console.log(JSON.stringify(backup.status));
    await withSecret(secret, sql => sql('DELETE FROM orders'));
    const t2 = Date.now();
    await client.create(restores, restoreObject('back', 'first'));
    const restore = await eventually(client, restores, 'back', isReady);
    console.log(
      'restored after',
      Date.now() - t2,
      JSON.stringify(restore.status),
    );
    console.log(await withSecret(secret, sql => sql('SELECT * FROM orders')));
  });
});
