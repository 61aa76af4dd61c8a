/** Shared helpers of the tests with real PostgreSQL servers. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, ClientConfig } from 'pg';
import { InstanceOrder } from '../dataService';
import { InstanceRecord } from '../services/postgresql/instanceRecord';
import { PostgresqlService } from '../services/postgresql/PostgresqlService';
import { readPostmasterPidFile } from '../services/postgresql/postmaster';

/** A folder that every user may traverse, as required by the system user of the servers. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-provider-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Removes the files of a test. */
export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true });

/** A service that collects faults instead of logging them, and that checks sizes only when the test calls it. */
export async function openService(
  dataDir: string,
  errors: unknown[] = [],
): Promise<PostgresqlService> {
  return PostgresqlService.open({
    dataDir,
    storageIntervalMs: 3_600_000,
    onError: (message, error) => errors.push({ message, error }),
  });
}

export const instanceId = '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11-1781000000';
export const bindingId = '5a0c27de-1111-4222-8333-444455556666';

/** An order of a PostgreSQL 15. */
export const orderOf = (
  plan = 'postgresql-single-nano',
  parameters: Record<string, unknown> = {},
  id = instanceId,
): InstanceOrder => ({
  id,
  title: 'orders',
  serviceName: 'a9s-postgresql15',
  planName: plan,
  parameters,
});

/** Folder of an instance under the data folder of a service. */
export const instanceFolder = (dataDir: string, id = instanceId) =>
  join(dataDir, 'postgresql', 'instances', id);

/** Pid of the server of an instance. */
export async function serverPid(
  dataDir: string,
  id = instanceId,
): Promise<number> {
  const note = await readPostmasterPidFile(
    join(instanceFolder(dataDir, id), 'data'),
  );
  if (!note) throw new Error('there is no server');
  return note.pid;
}

/** The stored record of an instance. */
export async function readInstanceRecord(
  dataDir: string,
): Promise<InstanceRecord> {
  return JSON.parse(
    await readFile(join(instanceFolder(dataDir), 'instance.json'), 'utf8'),
  );
}

export type Sql = (text: string) => Promise<Record<string, unknown>[]>;

/** Connects, does `work`, disconnects. */
export async function withClient<T>(
  config: ClientConfig,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const client = new Client(config);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(async text => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}

/** As `withClient`, with the credentials of a secret. */
export const withSecret = <T>(
  secret: Record<string, string>,
  work: (sql: Sql) => Promise<T>,
): Promise<T> => withClient({ connectionString: secret.uri }, work);

/** The value of one setting in a session. */
export const show = async (sql: Sql, name: string) =>
  (await sql(`SHOW ${name}`))[0]?.[name];

/** Polls until the condition is true; fails with `what` after `timeoutMs`. */
export async function waitFor(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error(`This did not happen in time: ${what}`);
    }
    await wait(25);
  }
}
