import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { ServiceHost } from '../../host/ServiceHost';
import { describeLong } from '../../testing/describeLong';
import {
  bindingId,
  instanceId,
  openEngine,
  provision,
  removeFolder,
  temporaryFolder,
  withStorage,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import { orderOf, withSecret } from './__testUtils__/postgresql';
import { postgresql } from './engine';
import { majorVersionOf } from './plans';
import { canBackUp } from './server/programs';

jest.setTimeout(60_000);

describe('versions of PostgreSQL', () => {
  it.each([
    ['a9s-postgresql13', 13],
    ['a9s-postgresql15', 15],
    ['a9s-postgresql17', 17],
    ['a9s-postgresql14', undefined],
  ])('service %s is version %p', (service, version) =>
    expect(majorVersionOf(service)).toBe(version),
  );

  it.each([
    [15, 13, true],
    [16, 13, true],
    [17, 13, false],
    [13, 15, false],
    [16, 15, true],
    [17, 15, false],
    [16, 17, false],
    [17, 17, true],
    [18, 17, true],
  ])('tools of version %d for a server %d: %p', (tools, server, fit) =>
    expect(canBackUp(tools, server)).toBe(fit),
  );
});

for (const version of ['13', '17']) {
  describeLong(`PostgreSQL ${version}, on a real server`, () => {
    const other = '77777777-1111-4222-8333-444455556666';
    const faults: unknown[] = [];
    let dataDir: string;
    let service: ServiceHost;
    let secret: Record<string, string>;

    beforeAll(async () => {
      dataDir = await temporaryFolder();
      service = await openEngine(
        withStorage(postgresql, 60 * 1024 ** 2),
        dataDir,
        faults,
      );
      await provision(service, {
        ...orderOf(),
        serviceName: `a9s-postgresql${version}`,
      });
      ({ secret } = await service.bind(instanceId, bindingId));
    }, 600_000);
    afterAll(async () => {
      await service.stop();
      await removeFolder(dataDir);
    });

    const sql = (text: string, as = secret) => withSecret(as, run => run(text));

    it('has the version that was ordered', async () => {
      expect(service.instance(instanceId)).toMatchObject({
        state: 'provisioned',
        serviceId: `svc-pg${version}`,
        version: expect.stringMatching(new RegExp(`^${version}\\.\\d+$`)),
      });
      expect(await sql('SHOW server_version')).toEqual([
        { server_version: expect.stringMatching(new RegExp(`^${version}\\.`)) },
      ]);
    });

    it('applies parameters', async () => {
      await service.ensureInstance({
        ...orderOf('postgresql-single-small', { work_mem: '2MB' }),
        serviceName: `a9s-postgresql${version}`,
      });
      expect(await sql('SHOW work_mem')).toEqual([{ work_mem: '2MB' }]);
      expect(await sql('SHOW max_connections')).toEqual([
        { max_connections: '50' },
      ]);
    });

    it('ends the sessions of a deleted binding, and keeps its objects', async () => {
      const { secret: going } = await service.bind(instanceId, other);
      const client = new Client({ connectionString: going.uri });
      const ended = new Promise(resolve => client.on('error', resolve));
      await client.connect();
      await client.query('CREATE TABLE kept (a int)');

      await service.unbind(instanceId, other);

      await ended;
      await expect(sql('SELECT 1', going)).rejects.toThrow(
        /password authentication failed/,
      );
      expect(await sql('SELECT * FROM kept')).toEqual([]);
    });

    it('restores a backup', async () => {
      await sql(
        `CREATE TABLE customers (id int GENERATED ALWAYS AS IDENTITY, name text);
       INSERT INTO customers (name) SELECT 'customer ' || g FROM generate_series(1, 1000) g;
       GRANT ALL ON SCHEMA public TO ${secret.username}; SET ROLE NONE;
       CREATE TABLE own AS SELECT 1 AS a`,
      );
      const backupId = randomUUID();
      await service.startBackup({ backupId, instanceId });
      await eventually('the backup has ended', () =>
        ['done', 'failed'].includes(service.backup(backupId)?.status ?? ''),
      );
      expect(service.backup(backupId)).toMatchObject({ status: 'done' });
      await sql('DELETE FROM customers; SET ROLE NONE; DROP TABLE own');

      const restoreId = randomUUID();
      await service.startRestore({ restoreId, backupId });
      await eventually('the restore has ended', () =>
        ['done', 'failed'].includes(service.restore(restoreId)?.state ?? ''),
      );

      expect(service.restore(restoreId)).toMatchObject({ state: 'done' });
      const counts = await Promise.all(
        ['customers', 'own'].map(table =>
          sql(`SELECT count(*)::int AS n FROM ${table}`),
        ),
      );
      expect(counts).toEqual([[{ n: 1000 }], [{ n: 1 }]]);
    });

    it('is read-only above its quota, and ends sessions that write', async () => {
      const writer = new Client({ connectionString: secret.uri });
      const ended = new Promise(resolve => writer.on('error', resolve));
      await writer.connect();
      await writer.query('CREATE TABLE heap (what text)');
      await writer.query('BEGIN');
      await writer.query(
        `INSERT INTO heap SELECT repeat('x', 1000) FROM generate_series(1, 61440)`,
      );
      await service.checkUsage();
      await ended;
      await expect(sql('CREATE TABLE more (a int)')).rejects.toThrow(
        /read-only transaction/,
      );

      await withSecret(secret, async run => {
        await run('SET default_transaction_read_only = off');
        await run('DROP TABLE heap');
      });
      await service.checkUsage();
      expect(service.instance(instanceId)?.storage).toEqual({ within: true });
      expect(faults).toEqual([]);
    });
  });
}
