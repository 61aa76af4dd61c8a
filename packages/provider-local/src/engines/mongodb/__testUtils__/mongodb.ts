/** Shared helpers of the tests with real FerretDB servers. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Db, MongoClient, MongoClientOptions } from 'mongodb';
import { DataService } from '../../../host/DataService';
import { InstanceOrder } from '../../../host/reports';
import { ServiceEngine } from '../../../host/ServiceEngine';
import { instanceId, openEngine } from '../../../testing/host';
import { mongodb } from '../engine';

/** With plans of so little storage that a test fills it quickly. */
export const openServiceWithStorage = (
  dataDir: string,
  storageBytes: number,
  errors?: unknown[],
): Promise<DataService> =>
  openEngine(
    {
      ...mongodb,
      offers: mongodb.offers.map(offer => ({
        ...offer,
        plans: offer.plans.map(plan => ({ ...plan, storageBytes })),
      })),
    } as ServiceEngine,
    dataDir,
    errors,
  );

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

/** Orders an instance, also while FerretDB is being built. */
export async function provision(
  service: DataService,
  order: InstanceOrder,
): Promise<void> {
  for (;;) {
    try {
      await service.ensureInstance(order);
      return;
    } catch (error) {
      if ((error as Error).name !== 'InProgressError') throw error;
    }
  }
}

/** Folder of an instance under the data folder of a service. */
export const instanceFolder = (dataDir: string, id = instanceId) =>
  join(dataDir, 'mongodb', 'instances', id);

const readJson = async (dataDir: string, name: string) =>
  JSON.parse(await readFile(join(instanceFolder(dataDir), name), 'utf8'));

export const readInstanceRecord = (
  dataDir: string,
): Promise<{
  adminPassword: string;
  ports: { mongodb: number; sql: number };
}> => readJson(dataDir, 'instance.json');

/** Pids of the PostgreSQL server and of FerretDB. */
export const serverPids = async (dataDir: string): Promise<number[]> =>
  (await readJson(dataDir, 'processes.json')).map(
    ({ pid }: { pid: number }) => pid,
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
