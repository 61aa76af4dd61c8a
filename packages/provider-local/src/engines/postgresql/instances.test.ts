import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { ServiceHost } from '../../host/ServiceHost';
import {
  bindingId,
  instanceId,
  isRunning,
  removeFolder,
  temporaryFolder,
} from '../../testing/host';
import {
  Sql,
  instanceFolder,
  openService,
  orderOf,
  readInstanceRecord,
  serverPid,
  show,
  withClient,
  withSecret,
} from './__testUtils__/postgresql';
import { adminRole } from './server/admin';
import { restartRequiredSettings } from './settings';

jest.setTimeout(60_000);

describe('an instance and its bindings, on a real server', () => {
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir);
    await service.ensureInstance(orderOf());
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const asAdmin = async <T>(
    work: (sql: Sql) => Promise<T>,
    id = instanceId,
  ) => {
    const { port, adminPassword } = await readInstanceRecord(dataDir, id);
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

  it('is provisioned by the plan', async () => {
    expect(service.instance(instanceId)).toMatchObject({
      state: 'provisioned',
      serviceId: 'svc-pg15',
      planId: 'plan-pg-single-nano',
      version: expect.stringMatching(/^15\.\d+$/),
      server: { running: true },
      storage: { within: true },
    });
    await withSecret(secret, async sql => {
      expect(await show(sql, 'max_connections')).toBe('20');
      expect(await show(sql, 'work_mem')).toBe('4MB');
      expect(await show(sql, 'statement_timeout')).toBe('1min');
      expect(await show(sql, 'temp_file_limit')).toBe('100MB');
      expect(await show(sql, 'server_version')).toMatch(/^15\./);
    });
  });

  it("accepts at most the plan's number of connections", async () => {
    const clients: Client[] = [];
    const connectAll = async () => {
      for (;;) {
        const client = new Client({ connectionString: secret.uri });
        client.on('error', () => {});
        await client.connect();
        clients.push(client);
      }
    };
    await expect(connectAll()).rejects.toThrow(
      /remaining connection slots are reserved|too many clients/,
    );
    expect(clients).toHaveLength(17);
    await Promise.all(clients.map(client => client.end()));
  });

  it('limits temporary files to the storage of the plan', async () => {
    await withSecret(secret, async sql => {
      await sql(`SET work_mem = '64kB'`);
      await expect(
        sql(
          'SELECT count(*) FROM (SELECT g, repeat(g::text, 20) AS r FROM generate_series(1, 3000000) g ORDER BY r OFFSET 0) x',
        ),
      ).rejects.toThrow(/temp_file_limit/);
    });
  });

  it('returns the same credentials for the same binding', async () => {
    await expect(service.bind(instanceId, bindingId)).resolves.toMatchObject({
      secret,
    });
  });

  it('restores a password that a binding has changed', async () => {
    await withSecret(secret, async sql => {
      await sql('SET ROLE NONE');
      await sql(`ALTER ROLE CURRENT_USER PASSWORD 'other'`);
    });
    await expect(withSecret(secret, sql => sql('SELECT 1'))).rejects.toThrow(
      /password authentication failed/,
    );
    await service.bind(instanceId, bindingId);
    await withSecret(secret, sql => sql('SELECT 1'));
  });

  it('lets every binding use and change the objects of other bindings', async () => {
    const other = '99999999-1111-4222-8333-444455556666';
    const { secret: second } = await service.bind(instanceId, other);
    await withSecret(secret, async sql => {
      await sql('CREATE TABLE shared (what text)');
      await sql(`INSERT INTO shared VALUES ('first')`);
    });
    await withSecret(second, async sql => {
      await sql(`INSERT INTO shared VALUES ('second')`);
      await sql('ALTER TABLE shared ADD COLUMN more int');
      await sql('CREATE TABLE seconds (a int)');
    });

    await service.unbind(instanceId, other);

    await expect(withSecret(second, sql => sql('SELECT 1'))).rejects.toThrow(
      /password authentication failed|does not exist/,
    );
    await withSecret(secret, async sql => {
      expect(await sql('SELECT what FROM shared ORDER BY 1')).toEqual([
        { what: 'first' },
        { what: 'second' },
      ]);
      await sql('DROP TABLE seconds');
    });
    await service.unbind(instanceId, other);
  });

  it('ends the sessions of a deleted binding, and keeps the objects of its user', async () => {
    const other = '88888888-1111-4222-8333-444455556666';
    const { secret: going } = await service.bind(instanceId, other);
    const client = new Client({ connectionString: going.uri });
    const ended = new Promise(resolve => client.on('error', resolve));
    await client.connect();
    await client
      .query('SET ROLE NONE; CREATE SCHEMA his; CREATE TABLE his.own (a int)')
      .catch(() => {});
    await client.query('RESET ROLE; CREATE TABLE his_own (a int)');

    await service.unbind(instanceId, other);

    await ended;
    await withSecret(secret, sql => sql('SELECT * FROM his_own'));
    await asAdmin(async sql => {
      expect(
        await sql(`SELECT 1 FROM pg_roles WHERE rolname = '${going.username}'`),
      ).toEqual([]);
    });
  });

  describe('deleted with databases of the user', () => {
    const id = '2f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000002';
    let own: string;
    beforeAll(async () => {
      await service.ensureInstance(
        orderOf(
          'postgresql-single-nano',
          { role_privileges: ['CREATEDB'] },
          id,
        ),
      );
      own = (await service.bind(id, bindingId)).secret.name ?? '';
    });

    const bind = async (binding: string) =>
      (await service.bind(id, binding)).secret;
    /** Runs statements as the user of a binding instead of the owner. */
    const asUser = (
      { uri }: Record<string, string>,
      database: string,
      ...statements: string[]
    ) =>
      withClient(
        { connectionString: uri?.replace(/[^/]*$/, database) },
        async sql => {
          for (const statement of ['SET ROLE NONE', ...statements])
            await sql(statement);
        },
      );
    const roles = ({ username }: Record<string, string>) =>
      asAdmin(
        sql =>
          sql(`SELECT rolcanlogin FROM pg_roles WHERE rolname = '${username}'`),
        id,
      );

    it('leave the objects in a template to the owner', async () => {
      const other = '66666666-1111-4222-8333-444455556666';
      const going = await bind(other);
      await asUser(going, own, 'CREATE DATABASE pattern');
      await asUser(going, 'pattern', 'CREATE TABLE own (a int)');
      await asUser(going, own, 'ALTER DATABASE pattern IS_TEMPLATE true');

      await service.unbind(id, other);

      expect(await roles(going)).toEqual([]);
    });

    it('can have names in another encoding than UTF-8', async () => {
      const other = '65666666-1111-4222-8333-444455556666';
      const going = await bind(other);
      await asUser(
        going,
        own,
        `CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
      );
      await asUser(going, 'latin', 'CREATE DATABASE "é"');

      await service.unbind(id, other);

      expect(await roles(going)).toEqual([]);
    });

    it('keep the user without access where a database accepts no connections', async () => {
      const other = '64666666-1111-4222-8333-444455556666';
      const going = await bind(other);
      await asUser(going, own, 'CREATE DATABASE closed');
      await asUser(going, 'closed', 'CREATE TABLE own (a int)');
      await asUser(going, own, 'ALTER DATABASE closed ALLOW_CONNECTIONS false');

      await service.unbind(id, other);

      expect(await roles(going)).toEqual([{ rolcanlogin: false }]);
      await expect(asUser(going, own)).rejects.toThrow(
        /not permitted to log in/,
      );
    });
  });

  it('restricts users to their database', async () => {
    for (const database of ['postgres', 'template1']) {
      await expect(
        withClient(
          { connectionString: secret.uri?.replace(/[^/]*$/, database) },
          sql => sql('SELECT 1'),
        ),
      ).rejects.toThrow(/permission denied for database/);
    }
    await withSecret(secret, async sql => {
      await expect(sql(`COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow(
        /permission denied|superuser/,
      );
      await expect(sql('ALTER SYSTEM SET work_mem = 1')).rejects.toThrow(
        /permission denied|superuser/,
      );
      await expect(sql(`SET ROLE ${adminRole}`)).rejects.toThrow(
        /permission denied/,
      );
    });
  });

  it("writes no password to the server's log at any log level", async () => {
    await service.ensureInstance(
      orderOf('postgresql-single-nano', { log_statement: 'all' }),
    );
    await withSecret(secret, sql => sql(`SELECT 'canary of the log'`));
    const fresh = await service.bind(
      instanceId,
      '77777777-1111-4222-8333-444455556666',
    );
    const log = await readFile(
      join(instanceFolder(dataDir), 'server.log'),
      'utf8',
    );
    expect(log).toContain('canary of the log');
    expect(log).not.toContain(fresh.secret.password);
    expect(log).not.toMatch(/CREATE ROLE/);
  });

  it('applies parameters without a restart where possible', async () => {
    const pid = await serverPid(dataDir);
    await service.ensureInstance(
      orderOf('postgresql-single-nano', {
        work_mem: '2MB',
        statement_timeout: 1234,
      }),
    );
    await withSecret(secret, async sql => {
      expect(await show(sql, 'work_mem')).toBe('2MB');
      expect(await show(sql, 'statement_timeout')).toBe('1234ms');
    });
    expect(await serverPid(dataDir)).toBe(pid);
    expect(service.instance(instanceId)?.parameters).toEqual({
      work_mem: '2MB',
      statement_timeout: 1234,
    });
  });

  it('applies a bigger plan with a restart, and keeps port and data', async () => {
    await withSecret(secret, sql => sql('CREATE TABLE lasting (a int)'));
    await service.ensureInstance(
      orderOf('postgresql-single-small', { role_privileges: ['CREATEDB'] }),
    );
    await withSecret(secret, async sql => {
      expect(await show(sql, 'max_connections')).toBe('50');
      expect(await sql('SELECT * FROM lasting')).toEqual([]);
      await sql('CREATE DATABASE of_my_own');
      await sql('DROP DATABASE of_my_own');
    });
    expect(service.instance(instanceId)?.planId).toBe('plan-pg-single-small');

    await service.ensureInstance(orderOf('postgresql-single-small'));
    await expect(
      withSecret(secret, sql => sql('CREATE DATABASE of_my_own')),
    ).rejects.toThrow(/permission denied/);
  });

  it("refuses parameters that the server rejects, with the server's message, and keeps running", async () => {
    const pid = await serverPid(dataDir);
    await expect(
      service.ensureInstance(
        orderOf('postgresql-single-small', { max_wal_senders: 262143 }),
      ),
    ).rejects.toThrow(
      /PostgreSQL rejects these parameters: .*max_wal_senders.* Nothing was changed/,
    );
    await expect(
      service.ensureInstance(
        orderOf('postgresql-single-small', { max_connections: 51 }),
      ),
    ).rejects.toThrow(/allows at most 50 connections/);
    await expect(
      service.ensureInstance(
        orderOf('postgresql-single-small', { data_checksums: 'enabled' }),
      ),
    ).rejects.toThrow(/only be chosen when the instance is ordered/);
    expect(await serverPid(dataDir)).toBe(pid);
    expect(service.instance(instanceId)).toMatchObject({
      server: { running: true },
      parameters: {},
    });
  });

  it('knows which of its settings require a restart, in agreement with the server', async () => {
    await asAdmin(async sql => {
      const rows = await sql(
        `SELECT name FROM pg_settings WHERE context = 'postmaster' AND sourcefile LIKE '%klutch.conf'`,
      );
      const own = rows.map(({ name }) => name);
      expect(own.length).toBeGreaterThan(5);
      expect(restartRequiredSettings).toEqual(expect.arrayContaining(own));
      const wrong = await sql(
        `SELECT name FROM pg_settings WHERE context <> 'postmaster' AND name IN (${restartRequiredSettings.map(name => `'${name}'`).join()})`,
      );
      expect(wrong).toEqual([]);
    });
  });

  it('leaves neither process nor folder after deletion', async () => {
    const second = '1f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000001';
    await service.ensureInstance(orderOf('postgresql-single-nano', {}, second));
    const folder = instanceFolder(dataDir, second);
    const pid = await serverPid(dataDir, second);

    await service.deleteInstance(second, { keepData: false });

    expect(isRunning(pid)).toBe(false);
    await expect(access(folder)).rejects.toThrow('ENOENT');
    expect(service.instance(second)).toBeUndefined();
    await service.deleteInstance(second, { keepData: false });
  });
});
