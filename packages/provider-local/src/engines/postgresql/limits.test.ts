import { Client } from 'pg';
import { ServiceHost } from '../../host/ServiceHost';
import {
  bindingId,
  instanceId,
  openEngine,
  removeFolder,
  temporaryFolder,
  withStorage,
} from '../../testing/host';
import { eventually } from '../../testing/eventually';
import {
  openService,
  orderOf,
  withClient,
  withSecret,
} from './__testUtils__/postgresql';
import { postgresql } from './engine';
import { itLong } from '../../testing/describeLong';

jest.setTimeout(60_000);

describe('storage and encryption, on a real server', () => {
  let dataDir: string;
  let service: ServiceHost;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir);
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  itLong(
    'make an instance read-only above its quota until space is free again',
    async () => {
      await service.ensureInstance(orderOf());
      const { secret } = await service.bind(instanceId, bindingId);
      const insert = (
        sql: (text: string) => Promise<unknown>,
        megabytes: number,
      ) =>
        sql(
          `INSERT INTO heap SELECT repeat('x', 1000) FROM generate_series(1, ${megabytes * 1024})`,
        );
      await withSecret(secret, async sql => {
        await sql('CREATE TABLE heap (what text)');
        await insert(sql, 60);
        await service.checkUsage();
        expect(service.instance(instanceId)).toMatchObject({
          storage: { within: true },
          usage: {
            storageBytes: expect.any(Number),
            storageLimitBytes: 100 * 1024 * 1024,
            connections: 1,
            connectionLimit: expect.any(Number),
          },
        });
        const { usage } = service.instance(instanceId) ?? {};
        expect(usage?.storageBytes).toBeGreaterThan(60 * 1024 * 1024);
      });

      // A session that writes when the quota is exceeded is terminated.
      const writer = new Client({ connectionString: secret.uri });
      const ended = new Promise<Error>(resolve => writer.on('error', resolve));
      await writer.connect();
      await writer.query('BEGIN');
      await insert(text => writer.query(text), 60);
      await withSecret(secret, sql => insert(sql, 10));
      await service.checkUsage();
      await ended;

      expect(service.instance(instanceId)?.storage).toEqual({
        within: false,
        message: expect.stringMatching(
          /larger than the 100 MiB of the plan postgresql-single-nano, so they are read-only/,
        ),
      });
      await withSecret(secret, async sql => {
        await expect(insert(sql, 1)).rejects.toThrow(/read-only transaction/);
        expect(await sql('SELECT count(*) > 0 AS readable FROM heap')).toEqual([
          { readable: true },
        ]);
      });

      // A session that overrides read-only is terminated while the size grows.
      const stubborn = new Client({ connectionString: secret.uri });
      const endedToo = new Promise<Error>(resolve =>
        stubborn.on('error', resolve),
      );
      await stubborn.connect();
      await stubborn.query('BEGIN READ WRITE');
      await insert(text => stubborn.query(text), 5);
      await service.checkUsage();
      await endedToo;

      // A bigger plan ends the read-only mode.
      await service.ensureInstance(orderOf('postgresql-single-small'));
      await service.checkUsage();
      expect(service.instance(instanceId)?.storage).toEqual({ within: true });
      await withSecret(secret, sql => insert(sql, 1));

      // Freeing space as described in the message ends the read-only mode, too.
      await service.ensureInstance(orderOf('postgresql-single-nano'));
      await service.checkUsage();
      expect(service.instance(instanceId)?.storage.within).toBe(false);
      await withSecret(secret, async sql => {
        await sql('SET default_transaction_read_only = off');
        await sql('TRUNCATE heap');
      });
      await service.checkUsage();
      expect(service.instance(instanceId)?.storage).toEqual({ within: true });
      await withSecret(secret, sql => insert(sql, 1));
    },
  );

  itLong(
    'count every database of the users, whatever its name and kind',
    async () => {
      const other = await temporaryFolder();
      // Two empty databases fit, three do not.
      const small = await openEngine(
        withStorage(postgresql, 18 * 1024 ** 2),
        other,
      );
      await small.ensureInstance(
        orderOf('postgresql-single-nano', { role_privileges: ['CREATEDB'] }),
      );
      const { secret } = await small.bind(instanceId, bindingId);
      await small.checkUsage();
      expect(small.instance(instanceId)?.storage.within).toBe(true);

      const name = `${secret.name}_restoring`;
      await withSecret(secret, async sql => {
        await sql(`CREATE DATABASE ${name}`);
        await sql(`ALTER DATABASE ${name} IS_TEMPLATE true`);
      });
      await small.checkUsage();
      expect(small.instance(instanceId)?.storage.within).toBe(false);
      await small.stop();
      await removeFolder(other);
    },
  );

  it('encrypt connections on plans with TLS, and refuse others', async () => {
    const id = '4f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000004';
    await service.ensureInstance(orderOf('postgresql-single-nano-ssl', {}, id));
    const { secret } = await service.bind(id, bindingId);
    expect(Object.keys(secret)).toContain('cacrt');
    const connectionString = secret.uri;
    await expect(
      withClient({ connectionString, ssl: { ca: secret.cacrt } }, sql =>
        sql('SELECT 1 AS one'),
      ),
    ).resolves.toEqual([{ one: 1 }]);
    await expect(
      withClient({ connectionString }, sql => sql('SELECT 1')),
    ).rejects.toThrow(/no encryption/);
    await expect(
      withClient({ connectionString, ssl: true }, sql => sql('SELECT 1')),
    ).rejects.toThrow(/certificate/);

    // Dumps work without TLS.
    await service.startBackup({ backupId: 'tls', instanceId: id });
    await eventually(
      'the backup is done',
      () => service.backup('tls')?.status === 'done',
    );
  });
});
