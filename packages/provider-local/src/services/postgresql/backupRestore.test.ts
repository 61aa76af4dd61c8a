import { access, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { BackupReport, RestoreReport } from '../../dataService';
import {
  Sql,
  bindingId,
  instanceFolder,
  instanceId,
  openService,
  orderOf,
  readInstanceRecord,
  removeFolder,
  temporaryFolder,
  waitFor,
  withClient,
  withSecret,
} from '../../testing/postgresql';
import { adminRole } from './admin';
import { PostgresqlService } from './PostgresqlService';

jest.setTimeout(60_000);

describe('backups and restores, on a real server', () => {
  let dataDir: string;
  let service: PostgresqlService;
  let secret: Record<string, string>;
  const faults: unknown[] = [];

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir, faults);
    await service.ensureInstance(orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const sql = (text: string) => withSecret(secret, run => run(text));
  const dumpFile = (id: string) =>
    join(dataDir, 'postgresql', 'backups', `${id}.dump`);
  const asAdmin = async <T>(work: (run: Sql) => Promise<T>) => {
    const { port, adminPassword } = await readInstanceRecord(dataDir);
    return withClient(
      {
        host: '127.0.0.1',
        port,
        user: adminRole,
        password: adminPassword,
        database: 'postgres',
      },
      work,
    );
  };

  async function backup(backupId: string): Promise<BackupReport> {
    await service.startBackup({ backupId, instanceId });
    await waitFor('the backup has ended', () =>
      ['done', 'failed'].includes(service.backup(backupId)?.status ?? ''),
    );
    return service.backup(backupId) as BackupReport;
  }
  async function restore(
    restoreId: string,
    backupId: string,
  ): Promise<RestoreReport> {
    await service.startRestore({ restoreId, backupId });
    await waitFor('the restore has ended', () =>
      ['done', 'failed'].includes(service.restore(restoreId)?.state ?? ''),
    );
    return service.restore(restoreId) as RestoreReport;
  }
  const uuid = (digit: number) =>
    `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;

  it('restore exactly the content of the backup', async () => {
    await sql(`CREATE TABLE customers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL);
      INSERT INTO customers (name) SELECT 'customer ' || g FROM generate_series(1, 1000) g;
      CREATE VIEW names AS SELECT name FROM customers;
      CREATE EXTENSION hstore;
      CREATE FUNCTION positive(n int) RETURNS boolean LANGUAGE sql AS 'SELECT n > 0';
      ALTER TABLE customers ADD CHECK (positive(id));`);
    const before = await sql('SELECT * FROM customers ORDER BY id');

    const taken = await backup('b1');
    expect(taken).toMatchObject({
      id: 1,
      instanceId,
      status: 'done',
      downloadable: true,
    });
    expect(taken.size).toBe((await stat(dumpFile('b1'))).size);
    expect(((await stat(dumpFile('b1'))).mode % 0o1000) & 0o077).toBe(0);
    expect(Date.parse(taken.finishedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(taken.triggeredAt),
    );

    await sql(
      `DELETE FROM customers WHERE id > 10; CREATE TABLE later (a int); DROP VIEW names`,
    );
    const restored = await restore(uuid(1), 'b1');

    expect(restored).toMatchObject({ id: 1, backupId: 1, state: 'done' });
    expect(await sql('SELECT * FROM customers ORDER BY id')).toEqual(before);
    expect(await sql('SELECT count(*)::int AS n FROM names')).toEqual([
      { n: 1000 },
    ]);
    await expect(sql('SELECT * FROM later')).rejects.toThrow(/does not exist/);
    // The same credentials keep full access, and sequences continue.
    expect(
      await sql(`INSERT INTO customers (name) VALUES ('new') RETURNING id`),
    ).toEqual([{ id: 1001 }]);
    await sql('ALTER TABLE customers ADD COLUMN note text');
    expect(faults).toEqual([]);
  });

  it('end running sessions, and leave nothing of the old database', async () => {
    const client = new Client({ connectionString: secret.uri });
    const ended = new Promise(resolve => client.on('error', resolve));
    await client.connect();
    await client.query(`ALTER DATABASE ${secret.name} SET lock_timeout = '7s'`);
    await restore(uuid(2), 'b1');
    await ended;
    await asAdmin(async run => {
      const databases = await run(
        `SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1`,
      );
      expect(databases.map(({ datname }) => datname)).toEqual([
        secret.name,
        'postgres',
      ]);
    });
    expect(await sql('SHOW lock_timeout')).toEqual([{ lock_timeout: '7s' }]);
  });

  it('run once for repeated orders', async () => {
    const first = service.restore(uuid(1));
    await sql(`INSERT INTO customers (name) VALUES ('after the restore')`);
    await expect(
      service.startRestore({ restoreId: uuid(1), backupId: 'b1' }),
    ).resolves.toEqual(first);
    await expect(
      service.startBackup({ backupId: 'b1', instanceId }),
    ).resolves.toMatchObject({ id: 1 });
    expect(
      await sql(
        `SELECT count(*)::int AS n FROM customers WHERE name = 'after the restore'`,
      ),
    ).toEqual([{ n: 1 }]);
  });

  it('leave the data unchanged when the dump is broken', async () => {
    await backup('b2');
    const file = dumpFile('b2');
    const dump = await readFile(file);
    await writeFile(file, dump.subarray(0, Math.floor(dump.length / 2)));
    await sql(`INSERT INTO customers (name) VALUES ('survivor')`);

    const failed = await restore(uuid(3), 'b2');

    expect(failed.state).toBe('failed');
    expect(failed.failure).toMatch(
      /^The restore failed: .*data of the instance were not changed/,
    );
    expect(
      await sql(
        `SELECT count(*)::int AS n FROM customers WHERE name = 'survivor'`,
      ),
    ).toEqual([{ n: 1 }]);
  });

  it('do not run code of users with administrator rights', async () => {
    await sql(`CREATE FUNCTION sneak(n int) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN PERFORM set_config('role', 'none', false);
          ALTER ROLE ${secret.username} SUPERUSER; RETURN true;
        EXCEPTION WHEN insufficient_privilege THEN RETURN true; END $$;
      CREATE TABLE trap (n int CHECK (sneak(n)));`);
    await sql('INSERT INTO trap VALUES (1)');
    await backup('b3');
    await restore(uuid(4), 'b3');
    await asAdmin(async run => {
      expect(await run('SELECT rolname FROM pg_roles WHERE rolsuper')).toEqual([
        { rolname: adminRole },
      ]);
    });
  });

  it('wait for each other, and a second restore is refused while one is pending', async () => {
    await Promise.all([
      service.startBackup({ backupId: 'b4', instanceId }),
      service.startRestore({ restoreId: uuid(5), backupId: 'b1' }),
    ]);
    await expect(
      service.startRestore({ restoreId: uuid(6), backupId: 'b1' }),
    ).rejects.toThrow(/Another restore of this instance is running/);
    await expect(service.deleteBackup('b1')).rejects.toThrow(
      /restore from this backup is running/,
    );
    await expect(
      service.ensureInstance(orderOf('postgresql-single-small')),
    ).rejects.toThrow(/as soon as/);
    await waitFor(
      'all jobs have ended',
      () =>
        service.restore(uuid(5))?.state === 'done' &&
        service.backup('b4')?.status === 'done',
    );
    await expect(
      service.startRestore({ restoreId: uuid(7), backupId: 'b9' }),
    ).rejects.toThrow(/not done yet/);
  });

  it('report the actual outcome after a crash of the provider', async () => {
    const database = secret.name ?? '';
    const [wentThrough, brokenOff] = [uuid(8), uuid(9)];
    // The state after a crash between the rename and the end of a restore, and during a dump.
    await asAdmin(async run => {
      await run(`CREATE DATABASE ${database}_restoring`);
      await run(
        `CREATE DATABASE ${database}_before_${wentThrough.replaceAll('-', '')}`,
      );
      await run(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    });
    await service.stop();
    const put = (folder: string, name: string, record: object) =>
      writeFile(
        join(dataDir, 'postgresql', folder, `${name}.json`),
        JSON.stringify(record),
      );
    for (const restoreId of [wentThrough, brokenOff]) {
      await put('restores', restoreId, {
        ...service.restore(uuid(5)),
        restoreId,
        state: 'running',
      });
    }
    await put('backups', 'b5', {
      ...service.backup('b1'),
      backupId: 'b5',
      status: 'running',
    });

    service = await openService(dataDir, faults);
    await service.recoverAfterRestart([instanceId]);

    expect(service.restore(wentThrough)?.state).toBe('done');
    expect(service.restore(brokenOff)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /interrupted because provider-local stopped.*not changed/,
      ),
    });
    expect(service.backup('b5')).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/interrupted/),
    });
    expect(await sql('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await asAdmin(async run => {
      expect(
        await run(
          `SELECT datname FROM pg_database WHERE datname LIKE '${database}!_%' ESCAPE '!'`,
        ),
      ).toEqual([]);
    });
  });

  it('report the reason when the server is unavailable, without secrets', async () => {
    const blocked = join(instanceFolder(dataDir), 'instance.json');
    const record = JSON.parse(await readFile(blocked, 'utf8'));
    await asAdmin(run =>
      run(`ALTER ROLE klutch_maintenance PASSWORD 'changed'`),
    );
    const failed = await backup('b6');
    expect(failed).toMatchObject({ status: 'failed', downloadable: false });
    expect(failed.failure).toMatch(/^The backup failed: /);
    expect(JSON.stringify([failed, faults])).not.toContain(record.bindingKey);
    expect(JSON.stringify([failed, faults])).not.toContain(
      record.adminPassword,
    );
  });

  it('outlive their instance until they are deleted', async () => {
    await service.deleteInstance(instanceId, { keepData: false });
    expect(service.backup('b1')?.status).toBe('done');
    await expect(
      service.startRestore({ restoreId: uuid(7), backupId: 'b1' }),
    ).rejects.toThrow(/instance of this backup was deleted/);
    await service.deleteBackup('b1');
    await expect(access(dumpFile('b1'))).rejects.toThrow('ENOENT');
    expect(service.backup('b1')).toBeUndefined();
    await service.deleteBackup('b1');
  });
});
