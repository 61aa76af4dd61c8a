import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { Client } from 'pg';
import { ServiceHost } from '../../host/ServiceHost';
import { describeLong } from '../../testing/describeLong';
import {
  bindingId,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  serverPids,
  temporaryFolder,
  withStorage,
} from '../../testing/host';
import {
  instanceFolder,
  openClient,
  orderOf,
  readInstanceRecord,
  withClient,
} from './__testUtils__/mongodb';
import { mongodb } from './engine';

jest.setTimeout(60_000);

describeLong('an instance and its bindings, on a real server', () => {
  const other = '77777777-1111-4222-8333-444455556666';
  const storageBytes = 19 * 1024 ** 2;
  const faults: unknown[] = [];
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openEngine(
      withStorage(mongodb, storageBytes),
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

  it('says what it is, and is used with the defaults of a driver', async () => {
    expect(service.instance(instanceId)).toMatchObject({
      state: 'provisioned',
      serviceId: 'svc-mongodb70',
      planId: 'plan-mongodbsspl-single-nano',
      version: expect.stringMatching(/^FerretDB 1\.24\.\d+ on PostgreSQL 15\./),
      server: { running: true },
    });
    const { default_database: database, hosts, password, username } = secret;
    const client = new MongoClient(`mongodb://${hosts?.slice(1, -1)}`, {
      auth: { username, password },
      authSource: database,
    });
    const orders = client.db(database).collection('orders');
    await orders.insertMany([{ item: 'a', n: 1 }, { item: 'b' }]);
    await orders.createIndex({ item: 1 }, { unique: true });
    await expect(orders.insertOne({ item: 'a' })).rejects.toThrow(/E11000/);
    await orders.updateOne({ item: 'a' }, { $inc: { n: 2 } });
    expect(await orders.findOne({ item: 'a' })).toMatchObject({ n: 3 });
    await client.close();
  });

  it.each(['wrong', ''])('refuses the password %p', async password => {
    const uri = `mongodb://${secret.username}:${password}@127.0.0.1:${secret.uri?.split(':').at(-1)}`;
    await expect(
      withClient({ uri }, db => db.listCollections().toArray()),
    ).rejects.toThrow(/Authentication failed|password/i);
    await expect(
      withClient({ uri: uri.replace(/\/\/.*@/, '//') }, db =>
        db.listCollections().toArray(),
      ),
    ).rejects.toThrow(/requires authentication/);
  });

  it('gives bindings the same data, and ends the sessions of a removed one', async () => {
    const { secret: second } = await service.bind(instanceId, other);
    expect(await service.bind(instanceId, other)).toMatchObject({
      secret: second,
    });
    const [postgresql, ferretdb] = await serverPids(instanceFolder(dataDir));
    const session = await openClient(second);
    const lasting = await openClient(secret);
    const shared = session.db.collection('shared');
    await shared.insertOne({ from: 'second' });
    await lasting.db.collection('shared').insertOne({ from: 'first' });

    await service.unbind(instanceId, other);
    await service.unbind(instanceId, other);

    await expect(shared.findOne()).rejects.toThrow(
      /closed|Authentication failed/i,
    );
    await expect(shared.findOne()).rejects.toThrow(/Authentication failed/);
    await expect(openClient(second)).rejects.toThrow(/Authentication failed/);
    expect(await lasting.db.collection('shared').countDocuments()).toBe(2);
    expect((await serverPids(instanceFolder(dataDir)))[0]).toBe(postgresql);
    expect((await serverPids(instanceFolder(dataDir)))[1]).not.toBe(ferretdb);
    await Promise.all([session.client.close(), lasting.client.close()]);
  });

  it('keeps users from other users, and from PostgreSQL', async () => {
    await withClient(secret, async db => {
      const admin = db.admin();
      const commands = [
        { createUser: 'more', pwd: 'p', roles: [] },
        { updateUser: secret.username, pwd: 'p' },
        { dropUser: secret.username },
        { dropAllUsersFromDatabase: 1 },
      ];
      for (const command of commands) {
        await expect(db.command(command)).rejects.toThrow(
          /cannot (insert into|update|delete from) view|permission denied/,
        );
      }
      await expect(admin.command({ dropDatabase: 1 })).rejects.toThrow(
        /must be owner/,
      );
      await expect(
        db.client.db('admin').collection('system.users').drop(),
      ).rejects.toThrow(/must be owner|not a table/);
      expect(await db.command({ usersInfo: 1 })).toMatchObject({
        users: [{ user: secret.username, mechanisms: ['SCRAM-SHA-256'] }],
      });
    });
    const { ports } = await readInstanceRecord(dataDir);
    const client = new Client({
      host: '127.0.0.1',
      port: ports.sql,
      user: secret.username,
      password: secret.password,
      database: secret.default_database,
    });
    await expect(client.connect()).rejects.toThrow(/no pg_hba.conf entry/);
  });

  it('applies a bigger plan, and keeps ports and data', async () => {
    await withClient(secret, db => db.collection('small').insertOne({ a: 1 }));
    const { ports } = await readInstanceRecord(dataDir);
    await service.ensureInstance(
      orderOf('mongodbsspl-single-small', {
        set_cluster_parameter: {
          changeStreamOptions: {
            preAndPostImages: { expireAfterSeconds: 'off' },
          },
        },
      }),
    );
    expect((await readInstanceRecord(dataDir)).ports).toEqual(ports);
    expect(service.instance(instanceId)?.planId).toBe(
      'plan-mongodbsspl-single-small',
    );
    await withClient(secret, async db =>
      expect(await db.collection('small').countDocuments()).toBe(1),
    );
    const [, ferretdb] = await serverPids(instanceFolder(dataDir));
    await expect(
      service.ensureInstance(
        orderOf('mongodbsspl-single-small', {
          set_cluster_parameter: {
            changeStreamOptions: {
              preAndPostImages: { expireAfterSeconds: 60 },
            },
          },
        }),
      ),
    ).rejects.toThrow(/expireAfterSeconds can only be off/);
    expect((await serverPids(instanceFolder(dataDir)))[1]).toBe(ferretdb);
    await service.ensureInstance(orderOf());
  });

  it('is read-only above its quota until documents are deleted', async () => {
    await withClient(secret, async db => {
      await db.collection('journal').insertOne({ a: 0 });
      const heap = db.collection('heap');
      const noise = () => ({ text: randomBytes(75_000).toString('base64') });
      await heap.insertMany(Array.from({ length: 60 }, noise));
      await heap.createIndex({ n: 1 }, { name: 'unused' });

      await service.checkUsage();

      expect(service.instance(instanceId)?.storage).toMatchObject({
        within: false,
        message: expect.stringMatching(
          /19 MiB of the plan mongodbsspl-single-nano, so they are read-only.*compact/,
        ),
      });
      await expect(heap.insertOne({ a: 1 })).rejects.toThrow(
        /permission denied/,
      );
      await expect(
        db.collection('journal').updateMany({}, { $set: { a: 1 } }),
      ).rejects.toThrow(/permission denied/);
      await expect(db.collection('new').insertOne({ a: 1 })).rejects.toThrow(
        /permission denied/,
      );
      await expect(
        db.client.db('more').collection('new').insertOne({ a: 1 }),
      ).rejects.toThrow(/permission denied/);
      expect(await heap.countDocuments()).toBe(60);

      await heap.dropIndex('unused');
      await heap.deleteMany({});
      await db.command({ compact: 'heap', force: true });
      await service.checkUsage();

      expect(service.instance(instanceId)?.storage).toEqual({ within: true });
      await heap.insertOne({ a: 1 });
      await db.collection('new').insertOne({ a: 1 });
      await heap.drop();
    });
    expect(faults).toEqual([]);
  });

  it('keeps data and credentials over a restart, and passwords out of logs and command lines', async () => {
    await withClient(secret, db =>
      db.collection('lasting').insertOne({ a: 1 }),
    );
    const { adminPassword } = await readInstanceRecord(dataDir);
    const commandLines = await Promise.all(
      (await serverPids(instanceFolder(dataDir))).map(pid =>
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
      ),
    );
    await service.stop();
    service = await openEngine(
      withStorage(mongodb, storageBytes),
      dataDir,
      faults,
    );
    await service.loadInstances([instanceId]);
    await service.startInstances();

    await withClient(secret, async db =>
      expect(await db.collection('lasting').countDocuments()).toBe(1),
    );
    const logs = await Promise.all(
      ['postgresql.log', 'ferretdb.log'].map(name =>
        readFile(join(instanceFolder(dataDir), name), 'utf8'),
      ),
    );
    expect(commandLines.join()).toContain('ferretdb');
    for (const text of [...commandLines, ...logs]) {
      expect(text).not.toContain(adminPassword);
      expect(text).not.toContain(secret.password);
      expect(text).not.toMatch(/PGPASSWORD|:[^/@ ]+@127/);
    }
  });

  it('has TLS alone where the plan has TLS', async () => {
    const id = '1f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000001';
    await provision(service, orderOf('mongodbsspl-single-nano-ssl', {}, id));
    const { secret: encrypted } = await service.bind(id, bindingId);
    const ca = join(dataDir, 'ca.pem');
    await writeFile(ca, encrypted.cacrt ?? '');

    await withClient(
      encrypted,
      async db => {
        await db.collection('a').insertOne({ a: 1 });
      },
      { tlsCAFile: ca },
    );
    await expect(openClient(encrypted)).rejects.toThrow(/certificate/);
    await expect(
      openClient({ uri: encrypted.uri?.replace('?tls=true', '') ?? '' }),
    ).rejects.toThrow(/closed|timed out/);
    await service.deleteInstance(id, { keepData: false });
  });
});
