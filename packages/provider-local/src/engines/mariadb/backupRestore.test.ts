import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceHost } from '../../host/ServiceHost';
import {
  bindingId,
  changeBackup,
  instanceId,
  provision,
  removeFolder,
  temporaryFolder,
  takeBackup,
  runRestore,
} from '../../testing/host';
import {
  instanceFolder,
  openService,
  orderOf,
  sql,
} from './__testUtils__/mariadb';
import { describeLong, itLong } from '../../testing/describeLong';

jest.setTimeout(120_000);

describeLong('backups and restores, on a real server', () => {
  const other = '77777777-1111-4222-8333-444455556666';
  let dataDir: string;
  let service: ServiceHost;
  let secret: Record<string, string>;
  const faults: unknown[] = [];

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    service = await openService(dataDir, faults);
    await provision(
      service,
      orderOf('mariadb-single-nano-ssl', { databases: ['stock'] }),
    );
    ({ secret } = await service.bind(instanceId, bindingId));
  });
  afterAll(async () => {
    await service.stop();
    await removeFolder(dataDir);
  });

  const dumpFile = (id: string) =>
    join(dataDir, 'mariadb', 'backups', `${id}.dump`);

  const backup = () => takeBackup(service);
  const restore = (backupId: string) => runRestore(service, backupId);
  const stagedFolders = async () =>
    (await readdir(instanceFolder(dataDir))).filter(name =>
      /^(restoring|restored-|replaced-|dump)/.test(name),
    );

  it('restore exactly the content of the backup, and keep credentials', async () => {
    const { secret: gone } = await service.bind(instanceId, other);
    await sql(
      gone,
      `CREATE TABLE customers (id int AUTO_INCREMENT PRIMARY KEY, name varchar(50), photo blob);
       INSERT INTO customers (name, photo) SELECT CONCAT('Zoë\\n', seq), UNHEX('00FF0A27') FROM seq_1_to_1000;
       CREATE TABLE orders (customer int, FOREIGN KEY (customer) REFERENCES customers (id));
       INSERT INTO orders VALUES (7);
       CREATE VIEW names AS SELECT name FROM customers;
       CREATE FUNCTION answer() RETURNS int RETURN 42;
       CREATE TRIGGER upper_names BEFORE INSERT ON customers FOR EACH ROW SET NEW.name = UPPER(NEW.name);
       CREATE EVENT cleanup ON SCHEDULE EVERY 1 DAY DO DELETE FROM orders WHERE customer IS NULL;
       CREATE TABLE stock.items (a int); INSERT INTO stock.items VALUES (1);`,
    );
    const content = () =>
      sql(
        secret,
        'SELECT id, name, HEX(photo) FROM customers ORDER BY id; SELECT * FROM orders; SELECT * FROM stock.items',
      );
    const before = await content();
    const backupId = await backup();
    expect((await stat(dumpFile(backupId))).mode % 0o100).toBe(0);

    await sql(
      secret,
      'DELETE FROM orders; DELETE FROM customers WHERE id > 10; DROP VIEW names; CREATE TABLE later (a int); DROP TABLE stock.items',
    );
    await service.unbind(instanceId, other);
    expect(await restore(backupId)).toMatchObject({ state: 'done' });

    expect(await content()).toEqual(before);
    expect(
      await sql(
        secret,
        `SELECT COUNT(*) FROM names; SELECT answer();
         INSERT INTO customers (name) VALUES ('new'); SELECT id > 1000, name FROM customers WHERE name = 'NEW';
         SELECT event_name FROM information_schema.events`,
      ),
    ).toEqual(['1000', '42', '1\tNEW', 'cleanup']);
    await expect(sql(secret, 'SELECT * FROM later')).rejects.toThrow(
      /doesn't exist/,
    );
    await expect(sql(gone, 'SELECT 1')).rejects.toThrow(/locked|denied/);
    expect(await stagedFolders()).toEqual([]);
    expect(faults).toEqual([]);
  });

  itLong.each<[string, (dump: Buffer) => Buffer, RegExp]>([
    [
      'is cut off',
      dump => dump.subarray(0, Math.floor(dump.length / 2)),
      /incomplete or damaged/,
    ],
    [
      'has a statement that needs the rights of an administrator',
      dump =>
        Buffer.from(
          dump
            .toString('latin1')
            .replace('-- Dumping data for table `customers`', line =>
              'GRANT ALL ON *.* TO x;'.padEnd(line.length, '#'),
            ),
          'latin1',
        ),
      /^The restore failed: Access denied/,
    ],
  ])(
    'leave the data unchanged when the dump %s',
    async (_, damage, message) => {
      const backupId = await backup();
      await changeBackup(dataDir, dumpFile(backupId), damage);
      await sql(secret, `INSERT INTO stock.items VALUES (2)`);
      const items = () => sql(secret, 'SELECT COUNT(*) FROM stock.items');
      const before = await items();

      expect(await restore(backupId)).toMatchObject({
        state: 'failed',
        failure: expect.stringMatching(message),
      });

      expect(await items()).toEqual(before);
      expect(await stagedFolders()).toEqual([]);
    },
  );
});
