/** Shared helpers of the tests with real PostgreSQL servers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, ClientConfig } from 'pg';
import { ServiceHost } from '../../../host/ServiceHost';
import { InstanceOrder } from '../../../host/reports';
import { instanceId, openEngine } from '../../../testing/host';
import { postgresql } from '../engine';
import { readPostmasterPidFile } from '../server/postmaster';

export const openService = (
  dataDir: string,
  errors?: unknown[],
): Promise<ServiceHost> => openEngine(postgresql, dataDir, errors);

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

/** The stored secrets of an instance, and its port. */
export async function readInstanceRecord(
  dataDir: string,
  id = instanceId,
): Promise<{
  port: number;
  adminPassword: string;
  bindingKey: string;
}> {
  const { ports, ...record } = JSON.parse(
    await readFile(join(instanceFolder(dataDir, id), 'instance.json'), 'utf8'),
  );
  return { ...record, port: ports.sql };
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
