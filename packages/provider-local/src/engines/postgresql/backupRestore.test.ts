import { randomUUID } from 'node:crypto';
import { access, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { ServiceHost } from '../../host/ServiceHost';
import { encryptionBytes } from '../../host/encryptedFile';
import { BackupReport, RestoreReport } from '../../host/reports';
import {
  bindingId,
  changeBackup,
  instanceId,
  removeFolder,
  temporaryFolder,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  Sql,
  openService,
  orderOf,
  readInstanceRecord,
  withClient,
  withSecret,
} from './__testUtils__/postgresql';
import { adminRole, maintenanceRole } from './server/admin';

jest.setTimeout(60_000);

describe('backups and restores, on a real server', () => {
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;
  const faults: unknown[] = [];
  /** An instance for the test that deletes it. */
  const otherId = '1f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000001';
  /** A backup, and a restore from it; no test changes them. */
  let sharedBackup: BackupReport & { backupId: string };
  let sharedRestore: RestoreReport & { restoreId: string };

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir, faults);
    await Promise.all([
      service.ensureInstance(orderOf()),
      service.ensureInstance(orderOf('postgresql-single-nano', {}, otherId)),
    ]);
    ({ secret } = await service.bind(instanceId, bindingId));
    sharedBackup = await backup();
    sharedRestore = await restore(sharedBackup.backupId);
  });
  beforeEach(() => {
    faults.length = 0;
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const sql = (text: string) => withSecret(secret, run => run(text));
  const count = async (relation: string) =>
    (await sql(`SELECT count(*)::int AS n FROM ${relation}`))[0]?.n;
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

  const backupEnded = (backupId: string) =>
    ['done', 'failed'].includes(service.backup(backupId)?.status ?? '');
  const restoreEnded = (restoreId: string) =>
    ['done', 'failed'].includes(service.restore(restoreId)?.state ?? '');

  async function backup(
    of = instanceId,
  ): Promise<BackupReport & { backupId: string }> {
    const backupId = randomUUID();
    await service.startBackup({ backupId, instanceId: of });
    await eventually('the backup has ended', () => backupEnded(backupId));
    return { ...(service.backup(backupId) as BackupReport), backupId };
  }
  async function restore(
    backupId: string,
  ): Promise<RestoreReport & { restoreId: string }> {
    const restoreId = randomUUID();
    await service.startRestore({ restoreId, backupId });
    await eventually('the restore has ended', () => restoreEnded(restoreId));
    return { ...(service.restore(restoreId) as RestoreReport), restoreId };
  }

  it('restore exactly the content of the backup', async () => {
    await sql(`CREATE TABLE customers (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL);
      INSERT INTO customers (name) SELECT 'customer ' || g FROM generate_series(1, 1000) g;
      CREATE VIEW names AS SELECT name FROM customers;
      CREATE EXTENSION hstore;
      CREATE FUNCTION positive(n int) RETURNS boolean LANGUAGE sql AS 'SELECT n > 0';
      ALTER TABLE customers ADD CHECK (positive(id));`);
    const before = await sql('SELECT * FROM customers ORDER BY id');

    const taken = await backup();
    expect(taken).toMatchObject({
      instanceId,
      status: 'done',
      downloadable: true,
    });
    const dump = await stat(dumpFile(taken.backupId));
    expect(dump.size - (taken.size ?? 0)).toBe(encryptionBytes);
    expect((dump.mode % 0o1000) & 0o077).toBe(0);
    expect(Date.parse(taken.finishedAt ?? '')).toBeGreaterThanOrEqual(
      Date.parse(taken.triggeredAt),
    );

    await sql(
      `DELETE FROM customers WHERE id > 10; CREATE TABLE later (a int); DROP VIEW names`,
    );
    const restored = await restore(taken.backupId);

    expect(restored).toMatchObject({ backupId: taken.id, state: 'done' });
    expect(await sql('SELECT * FROM customers ORDER BY id')).toEqual(before);
    expect(await count('names')).toBe(1000);
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
    await restore(sharedBackup.backupId);
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
    const { id, backupId } = sharedBackup;
    const { restoreId } = sharedRestore;
    await sql('CREATE TABLE after_the_restore (a int)');
    await expect(
      service.startRestore({ restoreId, backupId }),
    ).resolves.toEqual(sharedRestore);
    await expect(
      service.startBackup({ backupId, instanceId }),
    ).resolves.toMatchObject({ id });
    expect(await count('after_the_restore')).toBe(0);
  });

  it('leave the data unchanged when the dump is broken', async () => {
    await sql('CREATE TABLE survivors (a int)');
    const { backupId } = await backup();
    await changeBackup(dataDir, dumpFile(backupId), dump =>
      dump.subarray(0, Math.floor(dump.length / 2)),
    );
    await sql('INSERT INTO survivors VALUES (1)');

    const failed = await restore(backupId);

    expect(failed.state).toBe('failed');
    expect(failed.failure).toMatch(
      /^The restore failed: .*data of the instance were not changed/,
    );
    expect(await count('survivors')).toBe(1);
  });

  it('do not run code of users with administrator rights', async () => {
    await sql(`CREATE FUNCTION sneak(n int) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN PERFORM set_config('role', 'none', false);
          ALTER ROLE ${secret.username} SUPERUSER; RETURN true;
        EXCEPTION WHEN insufficient_privilege THEN RETURN true; END $$;
      CREATE TABLE trap (n int CHECK (sneak(n)));`);
    await sql('INSERT INTO trap VALUES (1)');
    const { backupId } = await backup();
    await restore(backupId);
    await asAdmin(async run => {
      expect(await run('SELECT rolname FROM pg_roles WHERE rolsuper')).toEqual([
        { rolname: adminRole },
      ]);
    });
  });

  it('wait for each other, and a second restore is refused while one is pending', async () => {
    const { backupId } = sharedBackup;
    const [later, restoreId] = [randomUUID(), randomUUID()];
    await Promise.all([
      service.startBackup({ backupId: later, instanceId }),
      service.startRestore({ restoreId, backupId }),
    ]);
    await expect(
      service.startRestore({ restoreId: randomUUID(), backupId }),
    ).rejects.toThrow(/Another restore of this instance is running/);
    await expect(service.deleteBackup(backupId)).rejects.toThrow(
      /restore from this backup is running/,
    );
    await expect(
      service.ensureInstance(orderOf('postgresql-single-small')),
    ).rejects.toThrow(/as soon as/);
    await eventually(
      'all jobs have ended',
      () =>
        service.restore(restoreId)?.state === 'done' &&
        service.backup(later)?.status === 'done',
    );
    await expect(
      service.startRestore({
        restoreId: randomUUID(),
        backupId: randomUUID(),
      }),
    ).rejects.toThrow(/not done yet/);
  });

  it('report the actual outcome after a crash of the provider', async () => {
    const database = secret.name ?? '';
    const [wentThrough, brokenOff] = [randomUUID(), randomUUID()];
    const interrupted = randomUUID();
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
    for (const id of [wentThrough, brokenOff]) {
      await put('restores', id, {
        ...sharedRestore,
        restoreId: id,
        state: 'running',
      });
    }
    await put('backups', interrupted, {
      ...sharedBackup,
      backupId: interrupted,
      status: 'running',
    });

    service = await openService(dataDir, faults);
    await service.loadInstances([instanceId, otherId]);
    await service.startInstances();

    expect(service.restore(wentThrough)?.state).toBe('done');
    expect(service.restore(brokenOff)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(
        /interrupted because provider-local stopped.*not changed/,
      ),
    });
    expect(service.backup(interrupted)).toMatchObject({
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
    const { bindingKey, adminPassword } = await readInstanceRecord(dataDir);
    const passwordHash = () =>
      asAdmin(async run => {
        const [role] = await run(
          `SELECT rolpassword FROM pg_authid WHERE rolname = '${maintenanceRole}'`,
        );
        return role?.rolpassword;
      });
    const setPassword = (password: unknown) =>
      asAdmin(run =>
        run(`ALTER ROLE ${maintenanceRole} PASSWORD '${password}'`),
      );
    const before = await passwordHash();
    await setPassword('changed');
    const failed = await backup().finally(() => setPassword(before));
    expect(failed).toMatchObject({ status: 'failed', downloadable: false });
    expect(failed.failure).toMatch(/^The backup failed: /);
    expect(JSON.stringify([failed, faults])).not.toContain(bindingKey);
    expect(JSON.stringify([failed, faults])).not.toContain(adminPassword);
  });

  it('outlive their instance until they are deleted', async () => {
    const { id, backupId } = await backup(otherId);
    // Backups are numbered by instance.
    expect(id).toBe(1);
    await service.deleteInstance(otherId, { keepData: false });
    expect(service.backup(backupId)?.status).toBe('done');
    await expect(
      service.startRestore({ restoreId: randomUUID(), backupId }),
    ).rejects.toThrow(/instance of this backup was deleted/);
    await service.deleteBackup(backupId);
    await expect(access(dumpFile(backupId))).rejects.toThrow('ENOENT');
    expect(service.backup(backupId)).toBeUndefined();
    await service.deleteBackup(backupId);
  });
});
