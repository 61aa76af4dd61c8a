import {
  nanoOrder,
  openService,
  removeFolder,
  temporaryFolder,
  until,
  withSecret,
} from '../../testing/postgresql';
import { PostgresqlService } from './PostgresqlService';

jest.setTimeout(60_000);

describe('the PostgreSQL service on a real server', () => {
  let dataDir: string;
  let service: PostgresqlService;
  const id = '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000000';

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir);
    const t = Date.now();
    await service.ensureInstance(nanoOrder(id));
    console.log('provisioned', Date.now() - t);
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  it('works', async () => {
    const { secret } = await service.bind(
      id,
      '11111111-2222-3333-4444-555555555555',
    );
    await withSecret(secret, async sql => {
      await sql('CREATE TABLE t (a text)');
      await sql(`INSERT INTO t VALUES ('x')`);
      console.log(
        await sql(
          "SELECT current_user, session_user, tableowner FROM pg_tables WHERE tablename = 't'",
        ),
      );
      console.log(
        await sql('SHOW max_connections'),
        await sql('SHOW work_mem'),
        await sql('SHOW statement_timeout'),
      );
    });
    let t = Date.now();
    await service.startBackup({ backupId: 'b1', instanceId: id });
    await until(
      'backup',
      async () =>
        (await service.startBackup({ backupId: 'b1', instanceId: id }))
          .status !== 'queued' &&
        (await service.startBackup({ backupId: 'b1', instanceId: id }))
          .status !== 'running',
    );
    console.log(
      await service.startBackup({ backupId: 'b1', instanceId: id }),
      Date.now() - t,
    );
    await withSecret(secret, sql => sql('DELETE FROM t'));
    t = Date.now();
    await service.restore({
      restoreId: '11111111-2222-3333-4444-555555555556',
      backupId: 'b1',
    });
    await until('restore', async () =>
      ['done', 'failed'].includes(
        (
          await service.restore({
            restoreId: '11111111-2222-3333-4444-555555555556',
            backupId: 'b1',
          })
        ).state,
      ),
    );
    console.log(
      await service.restore({
        restoreId: '11111111-2222-3333-4444-555555555556',
        backupId: 'b1',
      }),
      Date.now() - t,
    );
    console.log(await withSecret(secret, sql => sql('SELECT * FROM t')));
  });
});
