import { MongoClient, type Collection } from 'mongodb';
import type { Credentials, ServiceUse } from './ServiceUse';

async function withOrders<T>(
  { uri = '' }: Credentials,
  work: (orders: Collection) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await work(client.db().collection('orders'));
  } finally {
    await client.close();
  }
}

export const mongodb: ServiceUse = {
  type: 'mongodb',
  plural: 'mongodbinstances',
  service: 'a9s-mongodb70',
  plan: 'mongodbsspl-single-nano',
  hasBackups: true,
  async write(credentials) {
    await withOrders(credentials, orders =>
      orders.insertOne({ item: 'first' }),
    );
  },
  has: credentials =>
    withOrders(
      credentials,
      async orders => (await orders.findOne({ item: 'first' })) !== null,
    ),
  async remove(credentials) {
    await withOrders(credentials, orders => orders.deleteMany({}));
  },
};
