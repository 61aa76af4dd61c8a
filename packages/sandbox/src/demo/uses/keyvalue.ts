import { createClient } from '@redis/client';
import type { Credentials, ServiceUse } from './ServiceUse';

async function withClient<T>(
  credentials: Credentials,
  work: (client: ReturnType<typeof createClient>) => Promise<T>,
): Promise<T> {
  const client = createClient({
    username: credentials['valkey.username'],
    password: credentials['valkey.password'],
    socket: {
      host: credentials.host,
      port: Number(credentials['valkey.port']),
      tls: true,
      ca: credentials.cacrt,
      reconnectStrategy: false,
    },
  });
  // The rejected command reports the error.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.disconnect();
  }
}

export const keyvalue: ServiceUse = {
  type: 'keyvalue',
  plural: 'keyvalueinstances',
  service: 'a9s-keyvalue8',
  plan: 'keyvalue-single-nano-ssl',
  hasBackups: true,
  async write(credentials) {
    await withClient(credentials, client => client.set('order', 'first order'));
  },
  has: credentials =>
    withClient(
      credentials,
      async client => (await client.get('order')) !== null,
    ),
  async remove(credentials) {
    await withClient(credentials, client => client.del('order'));
  },
};
