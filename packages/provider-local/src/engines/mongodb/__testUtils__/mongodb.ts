/** Shared helpers of the tests with real FerretDB servers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Db, MongoClient, MongoClientOptions } from 'mongodb';
import { InstanceOrder } from '../../../host/reports';
import { instanceId } from '../../../testing/host';

export const orderOf = (
  plan = 'mongodbsspl-single-nano',
  parameters: Record<string, unknown> = {},
  id = instanceId,
): InstanceOrder => ({
  id,
  title: 'orders',
  serviceName: 'a9s-mongodb70',
  planName: plan,
  parameters,
});

/** Folder of an instance under the data folder of a service. */
export const instanceFolder = (dataDir: string, id = instanceId) =>
  join(dataDir, 'mongodb', 'instances', id);

export const readInstanceRecord = async (
  dataDir: string,
): Promise<{
  adminPassword: string;
  ports: { mongodb: number; sql: number };
}> =>
  JSON.parse(
    await readFile(join(instanceFolder(dataDir), 'instance.json'), 'utf8'),
  );

/** A client with the credentials of a secret, and its default database. */
export async function openClient(
  { uri = '' }: Record<string, string>,
  options: MongoClientOptions = {},
): Promise<{ client: MongoClient; db: Db }> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 2_000,
    ...options,
  });
  try {
    await client.connect();
  } catch (error) {
    await client.close();
    throw error;
  }
  return { client, db: client.db() };
}

/** Connects, does `work` on the default database, disconnects. */
export async function withClient<T>(
  secret: Record<string, string>,
  work: (db: Db) => Promise<T>,
  options?: MongoClientOptions,
): Promise<T> {
  const { client, db } = await openClient(secret, options);
  try {
    return await work(db);
  } finally {
    await client.close();
  }
}
