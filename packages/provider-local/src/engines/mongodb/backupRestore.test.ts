import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { ServiceHost } from '../../host/ServiceHost';
import { describeLong } from '../../testing/describeLong';
import {
  bindingId,
  changeBackup,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  serverPids,
  temporaryFolder,
  withStorage,
  takeBackup,
  runRestore,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import { adminRole } from '../postgresql/server/admin';
import {
  openClient,
  instanceFolder,
  orderOf,
  readInstanceRecord,
  withClient,
} from './__testUtils__/mongodb';
import { mongodb } from './engine';

jest.setTimeout(60_000);

describeLong('backups and restores, on a real server', () => {
  const other = '77777777-1111-4222-8333-444455556666';
  const faults: unknown[] = [];
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openEngine(
      withStorage(mongodb, 100 * 1024 ** 2),
      dataDir,
      faults,
    );
    await provision(service, orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  }, 600_000);
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const dumpFile = (id: string) =>
    join(dataDir, 'mongodb', 'backups', `${id}.dump`);

  const backup = () => takeBackup(service);
  const restore = (backupId: string) => runRestore(service, backupId);
  const items = () =>
    withClient(secret, async db => ({
      names: (await db.listCollections().toArray())
        .map(({ name }) => name)
        .sort(),
      documents: await db.collection('items').find().sort({ _id: 1 }).toArray(),
      indexes: (await db.collection('items').indexes()).map(({ name }) => name),
    }));

  it('restore exactly the content of the backup, and keep credentials', async () => {
    await withClient(secret, async db => {
      await db
        .collection('items')
        .insertMany(
          Array.from({ length: 300 }, (_, n) => ({ n, text: `Zoë ${n}` })),
        );
      await db.collection('items').createIndex({ n: 1 }, { unique: true });
      // Schemas that every PostgreSQL database has, and a name that must be quoted.
      await db.client.db('public').collection('odd "name"').insertOne({ a: 1 });
    });
    const before = await items();
    const { secret: gone } = await service.bind(instanceId, other);
    const backupId = await backup();
    expect((await stat(dumpFile(backupId))).mode % 0o100).toBe(0);

    const late = '88888888-1111-4222-8333-444455556666';
    const { secret: young } = await service.bind(instanceId, late);
    await service.unbind(instanceId, other);
    const client = await openClient(young);
    await client.db.collection('items').deleteMany({ n: { $gt: 10 } });
    await client.db.collection('items').dropIndex('n_1');
    await client.db.collection('later').insertOne({ a: 1 });
    await client.client.db('public').dropDatabase();
    const [postgresql] = await serverPids(instanceFolder(dataDir));

    expect(await restore(backupId)).toMatchObject({ state: 'done' });

    expect(await items()).toEqual(before);
    expect((await serverPids(instanceFolder(dataDir)))[0]).toBe(postgresql);
    expect(
      await client.client.db('public').collection('odd "name"').findOne(),
    ).toMatchObject({ a: 1 });
    await client.db.collection('later').insertOne({ a: 2 });
    await client.db.collection('later').drop();
    await expect(
      client.db.collection('items').insertOne({ n: 1 }),
    ).rejects.toThrow(/E11000/);
    await client.client.close();
    await expect(openClient(gone)).rejects.toThrow(/Authentication failed/);
    expect(faults).toEqual([]);
  });

  it('leave the data unchanged when the dump is cut off', async () => {
    const backupId = await backup();
    await changeBackup(dataDir, dumpFile(backupId), dump =>
      dump.subarray(0, Math.floor(dump.length * 0.8)),
    );
    const before = await items();
    const pids = await serverPids(instanceFolder(dataDir));

    expect(await restore(backupId)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /^The restore failed: .*The data of the instance were not changed\.$/,
      ),
    });

    expect(await items()).toEqual(before);
    expect(await serverPids(instanceFolder(dataDir))).toEqual(pids);
  });

  it('are undone at the next start when a crash interrupts them', async () => {
    const before = await items();
    const { adminPassword, ports } = await readInstanceRecord(dataDir);
    const database = secret.default_database;
    const admin = new Client({
      host: '127.0.0.1',
      port: ports.sql,
      user: adminRole,
      password: adminPassword,
      database: 'postgres',
    });
    admin.on('error', () => {});
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database}_restoring`);
    await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    const [postgresql = 0] = await serverPids(instanceFolder(dataDir));
    process.kill(postgresql, 'SIGKILL');
    await eventually('the servers are restarted', () => {
      const server = service.instance(instanceId)?.server;
      return server?.running === true && server.note !== undefined;
    });

    expect(await items()).toEqual(before);
    expect(await restore(await backup())).toMatchObject({ state: 'done' });
    expect(await items()).toEqual(before);
  });
});
