/** What the tests with real PostgreSQL servers share. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, ClientConfig } from 'pg';
import { InstanceOrder } from '../dataService';
import { PostgresqlService } from '../services/postgresql/PostgresqlService';

export const temporaryFolder = () =>
  mkdtemp(join(tmpdir(), 'klutch-provider-'));

/** Removes what a test left on disk. */
export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true });

export const openService = (dataDir: string): Promise<PostgresqlService> =>
  PostgresqlService.open({
    dataDir,
    // Tests look themselves.
    storageIntervalMs: 3_600_000,
    onError(message, error) {
      throw new Error(message, { cause: error });
    },
  });

export const nanoOrder = (
  id: string,
  parameters: Record<string, unknown> = {},
): InstanceOrder => ({
  id,
  title: 'test',
  serviceName: 'a9s-postgresql15',
  planName: 'postgresql-single-nano',
  parameters,
});

export type Sql = (text: string) => Promise<Record<string, unknown>[]>;

/** Connects with the credentials of a secret, does `work`, disconnects. */
export async function withSecret<T>(
  secret: Record<string, string>,
  work: (sql: Sql, client: Client) => Promise<T>,
  extra: ClientConfig = {},
): Promise<T> {
  const client = new Client({ connectionString: secret.uri, ...extra });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(async text => (await client.query(text)).rows, client);
  } finally {
    await client.end();
  }
}

/** Asks until the answer is true; fails with `what` after `timeoutMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`This did not happen in time: ${what}`);
    await wait(25);
  }
}
