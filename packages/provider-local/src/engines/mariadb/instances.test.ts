import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceHost } from '../../host/ServiceHost';
import {
  bindingId,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  temporaryFolder,
  withStorage,
} from '../../testing/host';
import {
  instanceFolder,
  orderOf,
  readInstanceRecord,
  serverPid,
  sql,
} from './__testUtils__/mariadb';
import { mariadb } from './engine';
import { adminUser } from './client';
import { describeLong, itLong } from '../../testing/describeLong';

jest.setTimeout(120_000);

describeLong('an instance and its bindings, on a real server', () => {
  const other = '77777777-1111-4222-8333-444455556666';
  const storageBytes = 20 * 1024 ** 2;
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openEngine(withStorage(mariadb, storageBytes), dataDir);
    await provision(service, orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  it('is provisioned by the plan, with TLS alone', async () => {
    expect(service.instance(instanceId)).toMatchObject({
      state: 'provisioned',
      serviceId: 'svc-mariadb1011',
      version: expect.stringMatching(/^10\.11\.\d+$/),
      server: { running: true },
    });
    expect(await sql(secret, 'SELECT @@max_connections')).toEqual(['20']);
    await expect(sql(secret, 'SELECT 1', { tls: false })).rejects.toThrow(
      /denied|insecure transport/,
    );
  });

  it('gives bindings the same data, and removes one without the others', async () => {
    const { secret: second } = await service.bind(instanceId, other);
    expect(await service.bind(instanceId, other)).toMatchObject({
      secret: second,
    });
    await sql(
      secret,
      'CREATE TABLE shared (a int); INSERT INTO shared VALUES (1)',
    );
    await sql(
      second,
      'INSERT INTO shared VALUES (2); CREATE VIEW seen AS SELECT a FROM shared',
    );
    const session = sql(second, 'SELECT SLEEP(30)');
    session.catch(() => {});

    await service.unbind(instanceId, other);
    await service.unbind(instanceId, other);

    await expect(session).rejects.toThrow(/ERROR/);
    await expect(sql(second, 'SELECT 1')).rejects.toThrow(/Access denied/);
    expect(await sql(secret, 'SELECT a FROM seen ORDER BY 1')).toEqual([
      '1',
      '2',
    ]);
  });

  it('keeps users to their databases', async () => {
    for (const database of ['mysql', 'performance_schema']) {
      await expect(
        sql(secret, 'SELECT * FROM user, accounts', { database }),
      ).rejects.toThrow(/denied/);
    }
    await expect(
      sql(secret, 'SET GLOBAL max_connections = 1000'),
    ).rejects.toThrow(/denied/);
    await expect(sql(secret, 'CREATE DATABASE more')).rejects.toThrow(/denied/);
  });

  it('applies parameters and plans, live where the server can', async () => {
    const pid = await serverPid(dataDir);
    await service.ensureInstance(
      orderOf('mariadb-single-small-ssl', {
        binlog_expire_days: 3,
        databases: ['stock_1'],
      }),
    );
    expect(await serverPid(dataDir)).toBe(pid);
    expect(
      await sql(
        secret,
        'SELECT @@max_connections, @@binlog_expire_logs_seconds; CREATE TABLE stock_1.a (a int)',
      ),
    ).toEqual([`50\t${3 * 86_400}`]);
    // The underscore is no wildcard in the rights.
    await expect(sql(secret, 'CREATE DATABASE stock21')).rejects.toThrow(
      /denied/,
    );

    await service.ensureInstance(
      orderOf('mariadb-single-small-ssl', {
        grant_performance_schema_permissions: true,
      }),
    );
    expect(
      await sql(
        secret,
        'SELECT COUNT(*) > 0 FROM performance_schema.threads; SELECT COUNT(*) FROM stock_1.a',
      ),
    ).toEqual(['1', '0']);

    await expect(
      service.ensureInstance(
        orderOf('mariadb-single-small-ssl', { databases: ['mysql'] }),
      ),
    ).rejects.toThrow(/The parameter databases holds mysql/);
    expect(service.instance(instanceId)).toMatchObject({
      server: { running: true },
      parameters: { grant_performance_schema_permissions: true },
    });

    await service.ensureInstance(orderOf());
    await expect(
      sql(secret, 'SELECT 1 FROM performance_schema.threads'),
    ).rejects.toThrow(/denied/);
  });

  itLong(
    'makes an instance read-only above its quota until rows are deleted',
    async () => {
      await sql(
        secret,
        `CREATE TABLE journal (a int);
       CREATE TABLE heap (what varchar(1000));
       INSERT INTO heap SELECT REPEAT('x', 1000) FROM seq_1_to_25000`,
      );
      const writer = sql(
        secret,
        'INSERT INTO journal VALUES (1); SELECT SLEEP(30); INSERT INTO journal VALUES (2)',
      );
      writer.catch(() => {});

      await service.checkUsage();

      await expect(writer).rejects.toThrow(/ERROR/);
      expect(service.instance(instanceId)?.storage).toMatchObject({
        within: false,
        message: expect.stringMatching(
          /20 MiB of the plan mariadb-single-nano-ssl, so they are read-only.*DELETE rows/,
        ),
      });
      await expect(
        sql(secret, 'INSERT INTO journal VALUES (3)'),
      ).rejects.toThrow(/INSERT command denied/);
      const { secret: late } = await service.bind(instanceId, other);
      await expect(sql(late, 'CREATE TABLE b (a int)')).rejects.toThrow(
        /denied/,
      );
      expect(await sql(secret, 'SELECT COUNT(*) FROM heap')).toEqual(['25000']);

      await sql(secret, 'TRUNCATE heap');
      await service.checkUsage();
      expect(service.instance(instanceId)?.storage).toEqual({ within: true });
      await sql(secret, 'INSERT INTO journal VALUES (4)');
    },
  );

  it('keeps data and credentials over a restart, and passwords out of logs, files and command lines', async () => {
    await sql(secret, 'CREATE TABLE lasting AS SELECT 1 AS a');
    const { adminPassword, ports } = await readInstanceRecord(dataDir);
    const pid = await serverPid(dataDir);
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    await service.stop();
    service = await openEngine(withStorage(mariadb, storageBytes), dataDir);
    await service.loadInstances([instanceId]);
    await service.startInstances();

    expect((await readInstanceRecord(dataDir)).ports).toEqual(ports);
    expect(await sql(secret, 'SELECT a FROM lasting')).toEqual(['1']);

    const folder = instanceFolder(dataDir);
    const names = [
      'server.log',
      'server.cnf',
      ...(await readdir(join(folder, 'data')))
        .filter(name => name.startsWith('binlog.'))
        .map(name => join('data', name)),
    ];
    for (const name of names) {
      const content = await readFile(join(folder, name), 'latin1');
      expect(content).not.toContain(secret.password);
      expect(content).not.toContain(adminPassword);
      expect(content).not.toContain(`CREATE USER`);
    }
    expect(commandLine).not.toContain(adminPassword);
    expect(await sql(secret, `SELECT USER() <> '${adminUser}'`)).toEqual(['1']);
  });
});
